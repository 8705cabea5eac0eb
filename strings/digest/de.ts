/** Texts of the mail with the figures of a week, in German. */
import type { DigestStrings } from '../message.js';

export const de: DigestStrings = {
  subject: '{account}: die Woche vom {from} bis {to}',
  hello: 'Hallo {name},',
  intro: 'das sind die Zahlen von {account} vom {from} bis {to}, in Klammern die der Woche davor.',
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
  analytics: 'Alle Zahlen',
  reason: 'Sie erhalten diese E-Mail, weil Sie die wöchentlichen Zahlen von {account} bestellt haben.',
  stop: 'Diese E-Mail abbestellen',
};
