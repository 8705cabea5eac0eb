/** Descriptions and topics written by a chat server, for any of its responses. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { completion, startChatServer } from '../support/chat-server.js';
import { buildItem, buildTopic, type Built } from '../support/factories.js';
import { reply } from '../support/model-server.js';
import { resetRun } from '../support/processing-runs.js';
import { root } from '../support/run-cli.js';
import { useApp } from '../support/start-app.js';
import { talks, vttOf } from '../support/talks.js';
import { web } from '../support/web.js';
import { use } from '../support/use.js';

const KEY = 'sk-very-secret-0123456789';
const MODEL = 'scribe-7b';
const SHEPHERD = readFileSync(
  join(root, 'scripts/seed/content/sermons/a-shepherd-reads-psalm-23.vtt'),
  'utf8',
);
/** Long enough to be described. */
const BEES = vttOf(
  [...talks.bees, ...talks.bees.map((text) => text.replace('bee', 'honeybee'))].flatMap((s) => [s, s]),
);

const answer = {
  description: 'A shepherd reads Psalm 23. He kept four hundred sheep for years, and walked before them.',
  shortDescription: 'A shepherd reads the psalm of the sheep and the valley.',
  topics: ['shepherds', 'Kubernetes', 'Sheep'],
  newTopics: ['The Shepherds', 'flock care', 'shepherd', '<b>x</b>', 'far too many words for a name'],
};

describe('written suggestions', () => {
  const server = use(() => startChatServer((response) => reply(response, completion(answer))), 'close');
  const app = useApp(() => ({
    worker: true,
    suggestions: true,
    env: {
      SUGGEST_URL: `${server.url}/`,
      SUGGEST_API_KEY: KEY,
      SUGGEST_MODEL: MODEL,
      SUGGEST_TEXT_CHARS: '2000',
    },
  }));
  beforeAll(async () => {
    for (const name of ['Sheep', 'Shepherds', 'Tax law']) await buildTopic(app.demo, { name });
  });
  beforeEach(() => void server.requests.splice(0));

  const put = async (transcript = SHEPHERD, item?: Built): Promise<Built> => {
    const one = item ?? (await buildItem(app.demo));
    await app.demo.api.put(`/items/${one.id}/transcript`, transcript, { 'Content-Type': 'text/vtt' });
    return one;
  };
  const processed = async (transcript?: string): Promise<Built> => {
    const item = await put(transcript);
    await app.idle();
    return item;
  };
  const read = async ({ id }: Built): Promise<Built> => (await app.demo.api.get(`/items/${id}`)).body.item;
  const suggestions = async ({ id }: Built): Promise<Built> =>
    (await app.demo.api.get(`/items/${id}/suggestions`)).body;
  const step = async ({ id }: Built): Promise<Built> =>
    (await app.demo.api.get(`/items/${id}/processing`)).body.processing.steps.find(
      ({ name }: Built) => name === 'suggest',
    );
  const again = async ({ id }: Built): Promise<void> => {
    await app.demo.api.post(`/items/${id}/process`);
    await app.idle();
  };

  it('return their source, and stay dismissed', async () => {
    server.answer((response) =>
      server.requests.length === 1
        ? reply(response, {}, 429, { 'Retry-After': '0' })
        : reply(response, completion(`\`\`\`json\n${JSON.stringify(answer)}\n\`\`\``)),
    );
    const item = await processed();
    expect(await read(item)).toMatchObject({ status: 'ready', suggestedDescription: answer.description });
    expect(server.requests).toHaveLength(2);
    const { messages, model } = server.requests[0]!.body;
    const data = JSON.parse(messages[1]!.content);
    expect([model, data.title, data.topics]).toEqual([MODEL, item.title, ['Sheep', 'Shepherds', 'Tax law']]);
    // Excerpts of the transcript, from its start to its end.
    expect(data.transcript.length).toBeGreaterThan(1_000);
    expect(data.transcript.length).toBeLessThanOrEqual(2_000);

    const { descriptions, topics } = await suggestions(item);
    expect(descriptions).toMatchObject([
      { id: 'description', text: answer.description, source: MODEL },
      { id: 'shortDescription', text: answer.shortDescription, source: MODEL },
    ]);
    for (const { score, startMs } of descriptions) {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(1);
      expect(startMs).toBeGreaterThanOrEqual(0);
    }
    const named = topics.map(({ name, source }: Built) => [name, source]);
    expect(named).toEqual(
      expect.arrayContaining([
        ['Sheep', 'transcript'],
        ['Kubernetes', MODEL],
        ['Flock care', MODEL],
      ]),
    );
    expect(named.map(([name]: [string]) => name).sort()).toEqual([
      ...['Flock care', 'Kubernetes', 'Sheep', 'Shepherds'],
    ]);
    expect(await step(item)).toMatchObject({
      status: 'done',
      message: `Descriptions and topics were written by ${MODEL}.`,
    });

    await app.demo.api.post(`/items/${item.id}/suggestions/dismiss`, { all: true });
    await again(item);
    expect(await suggestions(item)).toMatchObject({ descriptions: [], topics: [] });
    // The texts written for this transcript are stored.
    expect(server.requests).toHaveLength(2);
    const before = await step(item);
    await resetRun(app, item, ['index']);
    await again(item);
    expect(await step(item)).toEqual(before);
  });

  it('are those of the transcript alone where the server fails, which the step says', async () => {
    server.answer((response) =>
      reply(response, { error: `overloaded, ${KEY}` }, 500, { 'Retry-After': '0' }),
    );
    const item = await processed();
    expect(await read(item)).toMatchObject({ status: 'ready', errorMessage: null });
    expect(server.requests).toHaveLength(4);
    const alone = await suggestions(item);
    expect(alone.descriptions).toMatchObject([{ source: 'transcript' }, { source: 'transcript' }]);
    expect((await step(item)).message).toBe(
      'The chat server fails (500): overloaded, …. Descriptions and topics come from the transcript only.',
    );

    const other = 'Quarterly earnings exceeded forecasts across markets worldwide.';
    server.answer((response) => reply(response, completion({ description: other })));
    await again(item);
    expect((await suggestions(item)).descriptions).toEqual(alone.descriptions);
    expect((await step(item)).message).toContain(`What ${MODEL} wrote is not of this talk.`);

    server.answer((response) => reply(response, completion(answer)));
    await put(SHEPHERD.replace('seventeen', 'eighteen'), item);
    await app.idle();
    expect((await suggestions(item)).descriptions).toMatchObject([{ source: MODEL }, { source: MODEL }]);
    for (const table of ['job', 'processing', 'processingStep', 'writing', 'suggestion'] as const)
      expect(JSON.stringify(await app.app.db.selectFrom(table).selectAll().execute())).not.toContain(KEY);
  });

  it('come from the final transcript of an item, and never from a deleted item', async () => {
    const open: (() => void)[] = [];
    server.answer((response) => open.push(() => reply(response, completion(answer))));
    const item = await put();
    const gone = await put();
    await expect.poll(() => open.length).toBe(2);
    await expect
      .poll(async () => (await step(item)).message)
      .toBe('A chat server is writing descriptions and topics.');
    server.answer((response) => reply(response, completion({ ...answer, description: talks.bees[0] })));
    await put(BEES, item);
    await app.demo.api.delete(`/items/${gone.id}`);
    for (const finish of open) finish();
    await app.idle();
    expect(server.requests).toHaveLength(3);
    expect(await read(item)).toMatchObject({ status: 'ready', suggestedDescription: talks.bees[0] });
    const rows = await app.app.db
      .selectFrom('suggestion')
      .select('id')
      .where('itemId', '=', gone.id)
      .execute();
    expect(rows).toEqual([]);
  });

  it('are not asked for where there is nothing to write', async () => {
    server.answer((response) => reply(response, completion(answer)));
    await processed(vttOf(talks.bread));
    const described = await buildItem(app.demo, { description: 'Mine.', shortDescription: 'Mine, too.' });
    await put(SHEPHERD, described);
    await app.idle();
    expect(server.requests).toEqual([]);
    expect((await suggestions(described)).topics).toMatchObject([{ name: 'Sheep', source: 'transcript' }]);
    const { body } = await web.get(`${app.privateUrl.replace(/\/v2$/, '')}/readyz`);
    expect(body.stores.writer).toEqual({
      status: 'up',
      message: `${server.url}/v1/chat/completions, model ${MODEL}`,
    });
  });
});
