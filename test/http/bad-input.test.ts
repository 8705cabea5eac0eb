/**
 * Unusual values in every field of every body are rejected by name or stored as sent, and never cause a server error.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { checkEach, type Note } from '../support/check-each.js';
import type { Answer } from '../support/client.js';
import { buildEverything } from '../support/factories.js';
import { fieldsOf, withValue, type Field } from '../support/body-fields.js';
import { createChecker, operationsOf, type Json, type Operation } from '../support/operations.js';
import { ownBody, ownPath } from '../support/own-ids.js';
import { useApp } from '../support/start-app.js';

/** Not text: rejected wherever text is expected. */
const BROKEN = ['a\0b', 'a\ud800b'];
const ODD = [
  '',
  'x',
  'x'.repeat(255),
  'x'.repeat(256),
  'x'.repeat(100_000),
  '😀'.repeat(255),
  '\u200b',
  '\ufeff \u202e thgir \u2066 e\u0301 \u00e9 ﬁ ß İ ı 👩‍👩‍👧‍👦 \u{10ffff} <script>alert(1)</script> %00 ${x} \\ \u3000 ',
];
/** Size limit of a search's body; other bodies may be larger than any value here. */
const SEARCH_BYTES = 16 * 1024;
const NUMBERS = [-(2 ** 63), -1, 0, 0.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, Number.MAX_VALUE];
const DATES = ['2024-02-29', '2024-02-29T23:59:59Z', '2030-06-01T10:00:00.5+14:00'];
const NO_DATES = [
  '2025-02-30',
  '2025-02-30T10:00:00Z',
  '2023-02-29',
  '2025-13-01',
  '2025-00-10',
  '25-01-01',
  '2025-02-01T24:00:00Z',
  '2025-02-01T10:60:00Z',
  '2025-02-01T10:00:60Z',
  '2025-02-01T10:00:00+25:00',
  '9999-12-31T23:59:59-12:00',
  '0000-01-01T00:00:00+12:00',
  'tomorrow',
  '',
];

/** Minimum numbers of fields of each kind in the bodies, and of texts that are read back as sent. */
const AT_LEAST = {
  private: { texts: 114, numbers: 67, dates: 8, readBack: 240 },
  public: { texts: 23, numbers: 20, dates: 3, readBack: 0 },
};

const app = useApp();
beforeAll(async () => {
  await buildEverything(app, app.demo);
});

describe.each(['private', 'public'] as const)('fields of the %s host', (host) => {
  const atLeast = AT_LEAST[host];
  let check: ReturnType<typeof createChecker>;
  /** Every field of every JSON body. */
  let fields: { operation: Operation; field: Field }[];
  const calls = new Map<Operation, Json>();
  let readBack = 0;
  const client = () => (host === 'private' ? app.demo.api : app.demo.site);

  beforeAll(async () => {
    const document = (await client().get('/openapi.json')).body;
    check = createChecker(document);
    fields = operationsOf(document)
      .filter(({ declared }) => declared.requestBody?.content['application/json'])
      // Rotating this test's own token would end it.
      .filter(({ declared }) => declared.operationId !== 'rotateToken')
      .flatMap((operation) =>
        fieldsOf(document, operation.declared.requestBody.content['application/json'].schema).map(
          (field) => ({ operation, field }),
        ),
      );
  });

  /** The operation's path and its example body, with ids of the account's own records. */
  const callOf = async (operation: Operation): Promise<Json> => {
    const { example } = operation.declared.requestBody.content['application/json'];
    const call = calls.get(operation) ?? {
      path: await ownPath(app, app.demo, operation.path),
      body: await ownBody(app, app.demo, example),
    };
    calls.set(operation, call);
    return call;
  };

  /** Checks the fields selected by `which`; `send` sends the operation's example with another value in the field. */
  const walk = (
    which: (field: Field) => boolean,
    minimum: number,
    step: (operation: Operation, field: Field, send: Send, note: Note) => Promise<void>,
  ): Promise<void> =>
    checkEach(
      fields.filter(({ field }) => which(field)),
      minimum,
      async ({ operation, field }, note) => {
        const { path, body } = await callOf(operation);
        await step(
          operation,
          field,
          (value) => client().send(operation.method, path, withValue(body, field.path, value)),
          note,
        );
      },
    );
  /** Rejected as documented, with the field's name; or accepted, and converted as documented or stored as sent. */
  const expectSense = (
    { name }: Operation,
    { path, schema }: Field,
    value: Json,
    answer: Answer,
    refused: boolean,
    report: Note,
  ): void => {
    const { status, body } = answer;
    const note = (what: string): void =>
      report(
        `${name} ${path.join('.')} = ${JSON.stringify(value).slice(0, 60)}: ${what} ${status} ${JSON.stringify(body).slice(0, 300)}`,
      );
    // A batch has a result per event.
    const named: { path: string }[] = body.error?.details ?? body.errors ?? [];
    const isRefused = status === 422 || named.length > 0;
    if (status >= 500) return note('a defect');
    if (status === 413 && String(value).length > SEARCH_BYTES) return;
    if (refused || check(schema, value).length > 0) {
      if (!isRefused) return note('not refused');
      const name = String(path[body.errors ? 2 : 0]);
      if (!named.some((detail) => detail.path.startsWith(name))) note('not named');
    } else if (isRefused) {
      if (status === 422 && PLAIN.test(String(path[0])) && value !== '\u200b')
        note('refused though its schema takes it');
      if (named.length === 0 && body.error.type !== 'InvalidStateError') note('nothing named');
    } else if (status >= 400 && status !== 409) note('answered');
    else if (status < 400 && path.length === 1 && typeof value === 'string') {
      const record = (Object.values(body)[0] ?? {}) as Json;
      const kept = record[path[0] as string];
      // Ignored searches are kept as they are compared, in lower case.
      if (typeof kept !== 'string' || name === 'POST /search/ignored/create') return;
      readBack++;
      if (kept !== value && kept !== value.trim().normalize('NFC')) note(`kept ${kept.slice(0, 60)}`);
    }
  };

  it('accept text within their limits, and return it unchanged', async () => {
    await walk(isText, atLeast.texts, async (operation, field, send, note) => {
      for (const value of [...BROKEN, ...ODD]) {
        const refused = BROKEN.includes(value) && !isCleaned(field);
        expectSense(operation, field, value, await send(value), refused, note);
      }
    });
    expect(readBack).toBeGreaterThanOrEqual(atLeast.readBack);
  });

  it('accept numbers within their limits', () =>
    walk(isNumber, atLeast.numbers, async (operation, field, send, note) => {
      for (const value of NUMBERS) expectSense(operation, field, value, await send(value), false, note);
    }));

  it('accept only existing dates and times', () =>
    walk(isDate, atLeast.dates, async (operation, field, send, note) => {
      for (const value of NO_DATES) expectSense(operation, field, value, await send(value), true, note);
      if (field.path[0] !== 'date') return;
      for (const value of DATES) {
        const { status, body } = await send(value);
        const wrong = (body.error?.details ?? []).some((detail: Json) => detail.path.startsWith('date'));
        if (status >= 500 || wrong) note(`${operation.name} ${value}: ${JSON.stringify(body)}`);
      }
    }));
});

const isDate = ({ path }: Field): boolean =>
  /^(date|expiresAt|occurredAt)$/.test(String(path.at(-1))) && path.at(-2) !== 'tags';
const isText = (field: Field): boolean =>
  field.types.includes('string') && !field.schema.enum && !isDate(field);
const isNumber = ({ types }: Field): boolean => types.includes('integer') || types.includes('number');

/**
 * Transcripts come from many programs, and queries from anyone: invalid text in them is dropped. An unknown search id
 * counts as none.
 */
const isCleaned = ({ path }: Field): boolean =>
  ['segments', 'operations', 'q'].includes(String(path[0])) || path.at(-1) === 'searchId';

/** Accepts any text within its limits. */
const PLAIN = /^(title|name|subTitle|description|shortDescription|bio|imageFilename|originalFilename)$/;

type Send = (value: Json) => Promise<Answer>;
