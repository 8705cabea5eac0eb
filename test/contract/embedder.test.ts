/** The contract of the embedder, on the shipped model and on a tiny one without pooling. */
import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createTransformersEmbedder,
  EmbedderUnavailableError,
  type Embedder,
  type TransformersOptions,
} from '../../indexer/index.js';

const shipped = resolve('models/lectern-en');
const tiny = resolve('test/support/fixtures/tiny-model');

const opened: Embedder[] = [];
const open = async (model: string, how: Partial<TransformersOptions> = {}): Promise<Embedder> => {
  const embedder = await createTransformersEmbedder({ cacheDir: tmpdir(), ...how, model });
  opened.push(embedder);
  return embedder;
};
const closeAll = async () => {
  for (const embedder of opened.splice(0)) await embedder.close();
};

const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, at) => sum + value * b[at]!, 0);
const length = (vector: Float32Array): number => Math.hypot(...vector);

describe('the shipped model', () => {
  let embedder: Embedder;

  beforeAll(async () => {
    embedder = await open(shipped);
  });
  afterAll(closeAll);

  it('distinguishes known words from words it must spell out', async () => {
    const pieces = await embedder.countPieces!(['grace', 'empathy', 'konizep', 'xqzt']);
    expect(pieces.map((count) => count === 1)).toEqual([true, true, false, false]);
    const words = new Set(await embedder.vocabulary!());
    expect(['grace', 'empathy', 'konizep', 'worr', '##ing'].map((word) => words.has(word))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('returns one unit-length vector per text, in order, for any batch size', async () => {
    const texts = Array.from({ length: 150 }, (_, at) => `${'and then '.repeat(at % 37)}mercy number ${at}`);
    const vectors = await embedder.embedDocuments(texts);
    expect(vectors.length).toBe(150);
    for (const vector of vectors) {
      expect(vector.length).toBe(embedder.dimensions);
      expect(length(vector)).toBeCloseTo(1, 4);
    }
    for (const at of [0, 36, 149]) {
      expect(cosine(await embedder.embedQuery(texts[at]!), vectors[at]!)).toBeCloseTo(1, 4);
    }
    expect(await embedder.embedDocuments([])).toEqual([]);
  });

  it('places texts of similar meaning close together', async () => {
    const [near, far] = await embedder.embedDocuments([
      'Forgive your brother from the heart, and do not count his trespasses.',
      'The container restarts when its memory limit is reached.',
    ]);
    const query = await embedder.embedQuery('how to pardon someone who sinned against me');
    expect(cosine(query, near!)).toBeGreaterThan(cosine(query, far!) + 0.1);
  });

  it.each(['', '   ', '🎉👨‍👩‍👧', 'nul\0inside', 'שלום עולם', '\ud800', 'x'.repeat(501), 'word '.repeat(20_000)])(
    'accepts unusual text: %j',
    async (text) => {
      const vector = await embedder.embedQuery(text.slice(0, 100_000));
      expect(vector.length).toBe(embedder.dimensions);
      expect(vector.every(Number.isFinite)).toBe(true);
    },
  );

  it('embeds queries before waiting passages without blocking the event loop', async () => {
    const done: string[] = [];
    let turns = 0;
    let ticking = true;
    const tick = (): void => {
      turns++;
      if (ticking) setImmediate(tick);
    };
    const bulk = embedder
      .embedDocuments(
        Array.from({ length: 1_500 }, (_, at) => `${'a long passage of words '.repeat(25)}${at}`),
      )
      .then(() => done.push('passages'));
    tick();
    await embedder.embedQuery('a question').then(() => done.push('query'));
    expect(done).toEqual(['query']);
    await bulk;
    ticking = false;
    expect(turns).toBeGreaterThan(100);
  });

  it('derives its name from its weights, in a form that is valid as a table name', async () => {
    expect(embedder.modelId).toMatch(/^lectern[_-]en[_-][a-z0-9]{6,}$/);
    const folder = await mkdtemp(join(tmpdir(), 'lectern-model-'));
    try {
      await cp(tiny, join(folder, 'tiny-model'), { recursive: true });
      const same = await open(tiny);
      const copy = await open(join(folder, 'tiny-model'));
      expect(copy.modelId).toBe(same.modelId);
      const weights = join(folder, 'tiny-model/onnx/model.onnx');
      const bytes = await readFile(weights);
      bytes[bytes.indexOf(Buffer.from(new Float32Array([100]).buffer))]! ^= 1;
      await writeFile(weights, bytes);
      const other = await open(join(folder, 'tiny-model'));
      expect(other.modelId).not.toBe(same.modelId);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('fails the calls of a worker that dies and starts another for the next call', async () => {
    const own = await open(shipped);
    const before = await own.embedQuery('grace and peace');
    const post = vi.spyOn(Worker.prototype, 'postMessage');
    await own.embedQuery('peace');
    const [worker] = post.mock.contexts as Worker[];
    post.mockRestore();
    const ended = worker!.terminate();
    await expect(own.embedDocuments(['grace', 'peace'])).rejects.toThrow(EmbedderUnavailableError);
    await ended;
    expect(cosine(await own.embedQuery('grace and peace'), before)).toBeCloseTo(1, 5);
  });

  it('finishes its batch on close and rejects later calls with its own error', async () => {
    const own = await open(shipped);
    const bulk = own.embedDocuments(Array.from({ length: 500 }, (_, at) => `${'words '.repeat(200)}${at}`));
    const lost = expect(bulk).rejects.toThrow(EmbedderUnavailableError);
    await own.close();
    await lost;
    for (const text of ['grace', 'peace']) {
      await expect(own.embedQuery(text)).rejects.toThrow(EmbedderUnavailableError);
    }
  });
});

describe('a model with one vector per token', () => {
  afterEach(closeAll);

  // Rows of the fixture's embedding table.
  const cls = [-0.49, -0.62, 0.49, 0.36];
  const sep = [0.11, -0.93, -0.03, 0.7];
  const grace = [-0.05, 0.11, -1.53, -0.48];
  const hope = [0.11, 0.06, -1.23, 0.08];
  const query = [-1.34, -0.46, -1.9, -1.29];
  const mean = (...rows: number[][]): number[] =>
    cls.map((_, d) => rows.reduce((sum, row) => sum + row[d]!, 0) / rows.length);
  const unit = (row: number[]): number[] => row.map((value) => value / Math.hypot(...row));
  const close = (vector: Float32Array, row: number[]): void =>
    vector.forEach((value, d) => expect(value).toBeCloseTo(row[d]!, 4));

  it.each([
    ['mean', mean(cls, grace, sep), mean(cls, grace, hope, hope, sep)],
    ['cls', cls, cls],
    ['last', sep, sep],
  ] as const)('pools by %s with the attention mask, ignoring padding', async (pooling, short, long) => {
    const embedder = await open(tiny, { pooling });
    expect(embedder.dimensions).toBe(4);
    const [first, second] = await embedder.embedDocuments(['grace', 'grace hope hope']);
    close(first!, unit(short));
    close(second!, unit(long));
  });

  it('can skip normalization, and adds prefixes to queries and passages', async () => {
    const embedder = await open(tiny, { normalize: false, queryPrefix: 'query ', passagePrefix: 'grace ' });
    close(await embedder.embedQuery('hope'), mean(cls, query, hope, sep));
    close((await embedder.embedDocuments(['hope']))[0]!, mean(cls, grace, hope, sep));
  });
});

describe('an incomplete model', () => {
  let folder: string;
  const broken = async (
    model: string,
    file: string,
    harm: (path: string) => Promise<void>,
  ): Promise<string> => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-model-'));
    const copy = join(folder, 'some-model');
    await cp(model, copy, { recursive: true });
    await harm(join(copy, file));
    return copy;
  };
  afterEach(async () => {
    await closeAll();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('reports the missing folder', async () => {
    const gone = open(join(tmpdir(), 'no-such-model'));
    await expect(gone).rejects.toThrow(EmbedderUnavailableError);
    await expect(gone).rejects.toThrow(/no-such-model/);
  });

  it.each(['tokenizer.json', 'config.json', 'onnx/model_quantized.onnx'])(
    'reports that %s is missing',
    async (file) => {
      const gone = open(await broken(shipped, file, (path) => rm(path)));
      await expect(gone).rejects.toThrow(EmbedderUnavailableError);
      await expect(gone).rejects.toThrow(file.startsWith('onnx') ? /weights|onnx/ : new RegExp(file));
    },
  );

  it.each([
    ['tokenizer.json', shipped, 1000],
    ['onnx/model_quantized.onnx', shipped, 5_000_000],
    ['onnx/model.onnx', tiny, 200],
    ['onnx/model.onnx', tiny, 0],
  ] as const)('reports that %s is truncated', async (file, model, bytes) => {
    const cut = open(await broken(model, file, (path) => truncate(path, bytes)));
    await expect(cut).rejects.toThrow(EmbedderUnavailableError);
    await expect(cut).rejects.toThrow(/truncated|empty|corrupt/);
  });
});

describe('the tables of other languages', () => {
  const tables = { de: 'lectern-de', es: 'lectern-es', fr: 'lectern-fr', pt: 'lectern-pt' };
  const SAME: Readonly<Record<string, string>> = {
    en: 'How do I forgive my brother?',
    de: 'Wie vergebe ich meinem Bruder?',
    es: '¿Cómo perdono a mi hermano?',
    fr: 'Comment pardonner à mon frère ?',
    pt: 'Como perdoar o meu irmão?',
  };
  afterEach(closeAll);

  it('place a question where the others place its translation', async () => {
    const embedder = await open(shipped, { tables });
    const english = await embedder.embedQuery(SAME.en!);
    const [far] = await embedder.embedDocuments(['The container restarts at its memory limit.']);
    for (const [language, text] of Object.entries(SAME)) {
      const vector = await embedder.embedQuery(text, language);
      expect([language, cosine(vector, english) > 0.7]).toEqual([language, true]);
      expect(cosine(vector, far!)).toBeLessThan(0.3);
    }
    expect(await embedder.languages!()).toEqual(Object.keys(tables));
  });

  it('embed texts of several languages in one call, each by its own, in order', async () => {
    const embedder = await open(shipped, { tables });
    const languages = Array.from(
      { length: 60 },
      (_, at) => [...Object.keys(SAME), 'pt-BR', null, 'xx'][at % 8]!,
    );
    const texts = languages.map((language, at) => `${SAME[language?.slice(0, 2) ?? 'en'] ?? SAME.en} ${at}`);
    const vectors = await embedder.embedDocuments(texts, languages);
    for (const [at, vector] of vectors.entries()) {
      const alone = await embedder.embedQuery(texts[at]!, languages[at] ?? undefined);
      expect([at, cosine(vector, alone) > 0.9999]).toEqual([at, true]);
    }
  });

  it('leave English as it is without them', async () => {
    const [withTables, alone] = [await open(shipped, { tables }), await open(shipped)];
    expect(withTables.modelId).toBe(alone.modelId);
    expect(cosine(await withTables.embedQuery(SAME.en!), await alone.embedQuery(SAME.en!))).toBeCloseTo(1, 6);
    expect(await alone.wordList!('de')).toBeNull();
  });

  it('fail alone if one is missing', async () => {
    const embedder = await open(shipped, { tables: { de: 'no-such-table', fr: 'lectern-fr' } });
    await expect(embedder.embedQuery(SAME.de!, 'de')).rejects.toThrow(EmbedderUnavailableError);
    expect(
      cosine(await embedder.embedQuery(SAME.fr!, 'fr'), await embedder.embedQuery(SAME.en!)),
    ).toBeGreaterThan(0.7);
  });
});
