/** Sentences of German, Spanish, French and Portuguese texts. */
import { expect, it } from 'vitest';
import { sentenceSpans } from '../../indexer/index.js';

it.each([
  [['Das ist z. B. Paulus bzw. Petrus.', 'Es geht weiter.']],
  [['Wir sind, d. h. Karl und ich, am 3. Oktober gekommen.', 'Im 3. Kapitel steht es.']],
  [['Er wurde 3.', 'Dann kam die Schule.']],
  [['Hola, Sra. García.', '¿Cómo está?', '¡Bien!']],
  [['« Mme Dupont est là. »', 'Elle part.']],
  [['A Sra. Souza falou com o Dr. Lima.', 'Depois saiu.']],
  [['Siehe Joh. 3 und Röm. 8.', 'So ist es.']],
])('%j', (sentences) => {
  const text = sentences.join(' ');
  expect(sentenceSpans(text).map(({ start, end }) => text.slice(start, end))).toEqual(sentences);
});
