/** Texts of the mail with the statistics of a week, in German. */
import type { DigestStrings } from '../message.js';

export const de: DigestStrings = {
  subject: '{account}: die Woche vom {from} bis {to}',
  hello: 'Hallo {name},',
  intro: 'das sind die Statistiken von {account} vom {from} bis {to}, in Klammern die der Woche davor.',
  plays: 'Wiedergaben',
  hours: 'Gehörte Stunden',
  visitors: 'Besucher, nach Tagen gezählt',
  downloads: 'Downloads',
  pageViews: 'Seitenaufrufe',
  searches: 'Suchen',
  metric: '{value} ({previous})',
  topItems: 'Am meisten gehört',
  item: { one: '{title}: {n} Wiedergabe', other: '{title}: {n} Wiedergaben' },
  deletedItem: 'Gelöschter Eintrag',
  trendingTopics: 'Themen im Aufwind',
  topic: { one: '{name}: {n} Wiedergabe ({previous})', other: '{name}: {n} Wiedergaben ({previous})' },
  withoutResults: 'Suchen ohne Treffer',
  query: { one: '„{query}“: einmal', other: '„{query}“: {n}-mal' },
  analytics: 'Alle Statistiken',
  reason: 'Sie erhalten diese E-Mail, weil Sie die wöchentlichen Statistiken von {account} bestellt haben.',
  stop: 'Diese E-Mail abbestellen',
};
