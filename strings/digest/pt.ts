/** Texts of the mail with the statistics of a week, in Portuguese. */
import type { DigestStrings } from '../message.js';

export const pt: DigestStrings = {
  subject: '{account}: a semana de {from} a {to}',
  hello: 'Olá, {name},',
  intro:
    'estas são as estatísticas de {account} de {from} a {to}, com as da semana anterior entre parênteses.',
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
  analytics: 'Todas as estatísticas',
  reason: 'Recebe este e-mail porque pediu as estatísticas semanais de {account}.',
  stop: 'Deixar de receber este e-mail',
};
