/** Texts of the mail with the figures of a week, in Portuguese. */
import type { DigestStrings } from '../message.js';

export const pt: DigestStrings = {
  subject: '{account}: a semana de {from} a {to}',
  hello: 'Olá, {name},',
  intro: 'estes são os números de {account} de {from} a {to}, com os da semana anterior entre parênteses.',
  plays: 'Reproduções',
  hours: 'Horas reproduzidas',
  visitors: 'Visitantes, contados por dia',
  downloads: 'Downloads',
  pageViews: 'Visualizações de página',
  searches: 'Pesquisas',
  metric: '{value} ({previous})',
  topItems: 'Mais reproduzidos',
  item: { one: '{title}: {n} reprodução', other: '{title}: {n} reproduções' },
  deletedItem: 'Item excluído',
  trendingTopics: 'Temas em alta',
  topic: { one: '{name}: {n} reprodução ({previous})', other: '{name}: {n} reproduções ({previous})' },
  withoutResults: 'Pesquisas sem resultados',
  query: { one: '“{query}”: uma vez', other: '“{query}”: {n} vezes' },
  analytics: 'Todos os números',
  reason: 'Recebe este e-mail porque pediu os números semanais de {account}.',
  stop: 'Deixar de receber este e-mail',
};
