/** Texts of the mail with the statistics of a week, in Spanish. */
import type { DigestStrings } from '../message.js';

export const es: DigestStrings = {
  subject: '{account}: la semana del {from} al {to}',
  hello: 'Hola, {name}:',
  intro:
    'Estas son las estadísticas de {account} del {from} al {to}; entre paréntesis, las de la semana anterior.',
  plays: 'Reproducciones',
  hours: 'Horas reproducidas',
  visitors: 'Visitantes, contados por día',
  downloads: 'Descargas',
  pageViews: 'Páginas vistas',
  searches: 'Búsquedas',
  metric: '{value} ({previous})',
  topItems: 'Más reproducido',
  item: { one: '{title}: {n} reproducción', other: '{title}: {n} reproducciones' },
  deletedItem: 'Elemento eliminado',
  trendingTopics: 'Temas en alza',
  topic: {
    one: '{name}: {n} reproducción ({previous})',
    other: '{name}: {n} reproducciones ({previous})',
  },
  withoutResults: 'Búsquedas sin resultados',
  query: { one: '«{query}»: una vez', other: '«{query}»: {n} veces' },
  analytics: 'Todas las estadísticas',
  reason: 'Recibe este correo porque pidió las estadísticas semanales de {account}.',
  stop: 'Dejar de recibir este correo',
};
