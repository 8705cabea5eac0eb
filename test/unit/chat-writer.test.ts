/** The chat server adapter: its requests, and its handling of any response. */
import { describe, expect, it } from 'vitest';
import { createChatWriter, plainDescription, plainTopic } from '../../src/processing/writing/chat-writer.js';
import { completion, startChatServer, type ChatServer } from '../support/chat-server.js';
import { reply } from '../support/model-server.js';
import { use } from '../support/use.js';

const KEY = 'sk-secret';
const { signal } = new AbortController();
const talk = { title: 'The good  shepherd', topics: ['Sheep', 'Trust'], text: 'The Lord is my shepherd.' };
const good = {
  description: 'A shepherd explains the psalm. He kept sheep for years.',
  shortDescription: 'A shepherd explains the psalm.',
  topics: ['Sheep'],
  newTopics: ['psalms of David'],
};

describe('a chat server', () => {
  const server = use(() => startChatServer((response) => reply(response, completion(good))), 'close');
  const create = (more = {}) =>
    createChatWriter({ url: server.url, apiKey: KEY, model: 'small', timeoutMs: 20_000, ...more });
  const written = {
    description: good.description,
    shortDescription: good.shortDescription,
    topics: ['Sheep', 'Psalms of David'],
    source: 'small',
  };

  it('receives the known facts about the talk as data, and the API key', async () => {
    expect(await create({ url: `${server.url}/v1/` }).write(talk, signal)).toEqual(written);
    const [{ path, headers, body }] = server.requests.splice(0) as [ChatServer['requests'][0]];
    expect(path).toBe('/v1/chat/completions');
    expect(headers.authorization).toBe(`Bearer ${KEY}`);
    expect(body).toMatchObject({ model: 'small', response_format: { type: 'json_object' } });
    const [system, user] = body.messages;
    expect([system?.role, user?.role, body.messages.length]).toEqual(['system', 'user', 2]);
    expect(JSON.parse(user!.content)).toEqual({
      title: 'The good shepherd',
      topics: talk.topics,
      transcript: talk.text,
    });
    await create().write({ ...talk, topics: Array<string>(10_000).fill('A topic') }, signal);
    const [last] = server.requests.splice(0);
    expect(last!.body.messages[1]!.content.length).toBeLessThan(10_000);
  });

  it.each([
    ['in a code fence', `Here it is:\n\`\`\`json\n${JSON.stringify(good)}\n\`\`\`\nEnjoy!`],
    ['after its thoughts', `<think>{"description": "no"} maybe</think>\n${JSON.stringify(good)}`],
  ])('that returns %s is understood', async (_how, content) => {
    server.answer((response) => reply(response, completion(content)));
    expect(await create().write(talk, signal)).toEqual(written);
  });

  it('without support for formats receives requests without a format', async () => {
    server.requests.length = 0;
    server.answer((response, { body }) =>
      body.response_format ? reply(response, {}, 400) : reply(response, completion(good)),
    );
    const writer = create();
    expect(await writer.write(talk, signal)).toEqual(written);
    expect(await writer.write(talk, signal)).toEqual(written);
    expect(server.requests).toHaveLength(3);
  });

  it.each([
    ['no JSON', completion('I cannot help with that.'), /not the requested JSON/],
    ['half of it', completion(JSON.stringify(good).slice(0, 60)), /not the requested JSON/],
    ['a list', completion([1, 2]), /not the requested JSON/],
    ['nothing', { choices: [] }, /not the requested JSON/],
    ['parts', { choices: [{ message: { content: null } }] }, /not the requested JSON/],
    ['other types', completion({ description: 5, topics: 'Sheep', newTopics: [{}, null] }), /no plain text/],
    ['markup', completion({ description: 'See <a href=x>my fine site</a> now.' }), /no plain text/],
  ])('that returns %s is not retried', async (_what, body, message) => {
    server.answer((response) => reply(response, body));
    await expect(create().write(talk, signal)).rejects.toMatchObject({
      name: 'PermanentError',
      message: expect.stringMatching(message),
    });
  });

  it('is retried while busy, and abandoned when silent, endless or unreachable', async () => {
    server.answer((response) =>
      reply(response, { error: { message: `slow down, ${KEY}` } }, 429, { 'Retry-After': '7' }),
    );
    await expect(create().write(talk, signal)).rejects.toMatchObject({
      name: 'ModelUnavailableError',
      retryAfterMs: 7_000,
      message: 'The chat server is busy: slow down, ….',
    });
    server.answer((response) => reply(response, {}, 401));
    await expect(create().write(talk, signal)).rejects.toThrow('an operator must set SUGGEST_API_KEY');
    server.answer(() => undefined);
    await expect(create({ timeoutMs: 50 }).write(talk, signal)).rejects.toThrow('within 0.05 s');
    server.answer((response) => {
      let left = 100;
      const more = (): boolean =>
        response.destroyed || left-- === 0 || response.write(Buffer.alloc(1024 ** 2, ' '), more);
      more();
    });
    await expect(create().write(talk, signal)).rejects.toThrow('larger than 1048576 bytes');
    const gone = create({ url: 'http://127.0.0.1:1' });
    await expect(gone.write(talk, signal)).rejects.toMatchObject({ name: 'ModelUnavailableError' });
    await expect(gone.check()).rejects.toThrow('The chat server at http://127.0.0.1:1 cannot be reached');
    await create().check();
  });
});

describe('the response', () => {
  it.each([
    ['**Bees** and _honey_, by a `vicar`.', 'Bees and honey, by a vicar.'],
    ['# Bees\n\n- They work\n- They rest', 'Bees They work They rest'],
    ['See [the talk](https://evil.example/x) on bees.', 'See the talk on bees.'],
    ['“Bees of the vicarage.”', 'Bees of the vicarage.'],
    ['Bees\u202E of\u0000 the\u200B vicarage', 'Bees of the vicarage'],
    ['Snake_case and 2 * 3 * 4 stay.', 'Snake_case and 2 * 3 * 4 stay.'],
  ])('%j is read as the text %j', (text, expected) => {
    expect(plainDescription(text, 160)).toBe(expected);
  });

  it.each([
    '<b>Bees</b> of the vicarage',
    'Bees of the vicarage &lt;b> here',
    'Visit https://evil.example for all bees',
    'Visit www.evil.example for all bees',
    'Write to me@evil.example about the bees',
    'Bees of {{ template }} here',
    'Bees',
    '',
    null,
    `${'word '.repeat(40)}without an end`,
  ])('%j is not a description', (text) => {
    expect(plainDescription(text, 160)).toBeUndefined();
  });

  it('is cut after a sentence', () => {
    const text = 'Bees are kept behind the vicarage. They sleep in winter. Honey is what is left over.';
    expect(plainDescription(text, 60)).toBe('Bees are kept behind the vicarage. They sleep in winter.');
    expect(plainDescription(`${text} ${'And so on '.repeat(1e5)}`, 600)).toBe(text);
  });

  it('may contain topics', () => {
    expect(['beekeeping.', ' **Holy**  Spirit', 'x'.repeat(61), '<i>x</i>', 7].map(plainTopic)).toEqual([
      ...['Beekeeping', 'Holy Spirit'],
      ...[undefined, undefined, undefined],
    ]);
  });

  it.each(['[', '*', '_', '`', '- ', '<', '![a](', '“', '\u202E'])(
    'is parsed in linear time: %j',
    (piece) => {
      plainDescription(piece.repeat(1e6), 600);
      plainTopic(piece.repeat(1e6));
    },
  );
});
