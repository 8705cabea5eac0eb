/** What the pages say besides the words of the components, in German. */
import type { PageStrings } from '../message.js';

export const de: PageStrings = {
  skip: 'Zum Inhalt springen',
  menu: 'Hauptmenü',
  search: 'Suche',
  searchTitle: 'Vorträge von {name} durchsuchen',
  searchDescription: 'Stellen Sie eine Frage, und hören Sie die Minute eines Vortrags, die sie beantwortet.',
  allTalks: 'Alle Vorträge, neueste zuerst',
  latestDescription: 'Die neuesten Vorträge von {name}.',
  talksBy: 'Vorträge von {name}',
  talksOn: 'Vorträge zum Thema {name}',
  partOf: 'Teil {n}',
  pages: 'Seiten',
  previous: 'Vorige Seite',
  next: 'Nächste Seite',
  pageOf: 'Seite {n} von {total}',
  feeds: 'Podcast-Feeds',
  watchOn: 'Auf {platform} ansehen',
  about: 'Über diesen Vortrag',
  topics: 'Themen',
  resources: 'Materialien',
  related: 'Ähnliche Vorträge',
  wholeTranscript: 'Die ganze Mitschrift als Text',
  notFound: 'Diese Seite gibt es nicht.',
  notFoundAdvice:
    'Vielleicht wurde sie verschoben oder entfernt. Die Suche findet womöglich, was Sie suchen.',
  tooMany: 'Das waren viele Seiten in kurzer Zeit.',
  brokenPage: 'Diese Seite kann im Moment nicht angezeigt werden.',
  brokenPageAdvice: 'Bitte versuchen Sie es gleich noch einmal.',
  toSearch: 'Zur Suche',
};
