/** Texts of the mail with the statistics of a week, in French. */
import type { DigestStrings } from '../message.js';

export const fr: DigestStrings = {
  subject: '{account} : la semaine du {from} au {to}',
  hello: 'Bonjour {name},',
  intro:
    'Voici les statistiques de {account} du {from} au {to}, avec celles de la semaine précédente entre parenthèses.',
  plays: 'Lectures',
  hours: 'Heures écoutées',
  visitors: 'Visiteurs, comptés par jour',
  downloads: 'Téléchargements',
  pageViews: 'Pages vues',
  searches: 'Recherches',
  metric: '{value} ({previous})',
  topItems: 'Les plus écoutés',
  item: { one: '{title} : {n} lecture', other: '{title} : {n} lectures' },
  deletedItem: 'Élément supprimé',
  trendingTopics: 'Thèmes en hausse',
  topic: { one: '{name} : {n} lecture ({previous})', other: '{name} : {n} lectures ({previous})' },
  withoutResults: 'Recherches sans résultat',
  query: { one: '« {query} » : une fois', other: '« {query} » : {n} fois' },
  analytics: 'Toutes les statistiques',
  reason: 'Vous recevez ce message parce que vous avez demandé les statistiques hebdomadaires de {account}.',
  stop: 'Ne plus recevoir ce message',
};
