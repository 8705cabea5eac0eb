/** Default settings of embedding models by their names. */
import { expect, it } from 'vitest';
import { modelUse } from '../../indexer/embedding/model-defaults.js';

const bge = 'Represent this sentence for searching relevant passages: ';

it.each([
  ['lectern-en', 'mean', '', ''],
  ['Xenova/all-MiniLM-L6-v2', 'mean', '', ''],
  ['sentence-transformers/all-MiniLM-L12-v2', 'mean', '', ''],
  ['BAAI/bge-small-en-v1.5', 'cls', bge, ''],
  ['bge-base-en-v1.5', 'cls', bge, ''],
  ['BAAI/bge-m3', 'cls', '', ''],
  ['intfloat/e5-small-v2', 'mean', 'query: ', 'passage: '],
  ['Xenova/multilingual-e5-base', 'mean', 'query: ', 'passage: '],
  ['thenlper/gte-small', 'mean', '', ''],
  ['Alibaba-NLP/gte-base-en-v1.5', 'cls', '', ''],
] as const)('uses the settings on the model card of %s', (name, pooling, queryPrefix, passagePrefix) => {
  expect(modelUse(name)).toEqual({ pooling, normalize: true, queryPrefix, passagePrefix });
});

it('prefers given settings, but not undefined ones', () => {
  const given = { pooling: 'mean', queryPrefix: '', normalize: undefined } as const;
  expect(modelUse('bge-small-en', given)).toEqual({
    pooling: 'mean',
    normalize: true,
    queryPrefix: '',
    passagePrefix: '',
  });
});
