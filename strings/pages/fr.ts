/** What the pages say besides the words of the components, in French. */
import type { PageStrings } from '../message.js';

export const fr: PageStrings = {
  skip: 'Aller au contenu',
  menu: 'Menu principal',
  search: 'Recherche',
  searchTitle: 'Rechercher dans les messages de {name}',
  searchDescription: 'Posez une question, et écoutez la minute d’un message qui y répond.',
  allTalks: 'Tous les messages, les plus récents d’abord',
  latestDescription: 'Les derniers messages de {name}.',
  talksBy: 'Exposés de {name}',
  talksOn: 'Exposés sur le thème {name}',
  partOf: 'Partie {n}',
  pages: 'Pages',
  previous: 'Page précédente',
  next: 'Page suivante',
  pageOf: 'Page {n} sur {total}',
  feeds: 'Flux de podcasts',
  watchOn: 'Regarder sur {platform}',
  about: 'À propos de ce message',
  topics: 'Thèmes',
  resources: 'Documents',
  related: 'Exposés similaires',
  wholeTranscript: 'La transcription complète en texte',
  notFound: 'Cette page n’existe pas.',
  notFoundAdvice:
    'Elle a peut-être été déplacée ou supprimée. La recherche trouvera peut-être ce que vous cherchez.',
  tooMany: 'Cela fait beaucoup de pages en peu de temps.',
  brokenPage: 'Cette page ne peut pas être affichée pour le moment.',
  brokenPageAdvice: 'Veuillez réessayer dans un instant.',
  toSearch: 'Aller à la recherche',
};
