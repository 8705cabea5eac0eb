/** The query string of a list: values typed by their fields, and all problems reported. */
import { describe, expect, it } from 'vitest';
import type { ListParams, ListSpec } from '../../src/platform/db/list-query.js';
import { parseListParams } from '../../src/platform/http/endpoint/list-params.js';

const spec: ListSpec = {
  table: 'item',
  fields: {
    id: { type: 'integer' },
    title: { type: 'string' },
    date: { type: 'date' },
    publishedDate: { type: 'dateTime', nullable: true },
    autoPublish: { type: 'boolean', nullable: true },
    status: { type: 'enum', values: ['draft', 'ready'] },
    speakerId: {
      type: 'integer',
      membership: { table: 'itemSpeaker', owner: 'itemId', member: 'speakerId' },
    },
  },
  expansions: ['series', 'speakers'],
  searched: ['title'],
  defaultOrder: [{ field: 'id', direction: 'ASC' }],
};

const parse = (query: string): ListParams => {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query))
    values.set(name.replace('[]', ''), [...(values.get(name.replace('[]', '')) ?? []), value]);
  return parseListParams(values, spec);
};
const filter = (query: string) => parse(query).filters[0];
/** Names of the parameters at fault. */
const faults = (query: string): string[] => {
  try {
    parse(query);
    return [];
  } catch (error) {
    expect(error).toMatchObject({ status: 400, type: 'BadRequestError' });
    return (error as { details: { path: string }[] }).details.map(({ path }) => path);
  }
};

describe('list parameters', () => {
  it('have the defaults of the contract', () => {
    expect(parse('')).toEqual({
      limit: 50,
      offset: 0,
      orderBy: [],
      expand: [],
      withDeleted: false,
      words: [],
      filters: [],
    });
  });

  it.each([
    ['_limit=1&_offset=9007199254740991', { limit: 1, offset: 2 ** 53 - 1 }],
    ['_limit=100', { limit: 100 }],
    [
      '_orderBy[]=date,DESC&_orderBy=id,ASC',
      { orderBy: [{ field: 'date', direction: 'DESC' }, { field: 'id' }] },
    ],
    ['_expand=series&_expand[]=series&_expand[]=speakers', { expand: ['series', 'speakers'] }],
    ['_withDeleted=true', { withDeleted: true }],
    ['_withDeleted=1', { withDeleted: true }],
    ['_withDeleted=0', { withDeleted: false }],
    ['_expand=series,speakers', { expand: ['series', 'speakers'] }],
    ['_q=%20good%20%20shepherd', { words: ['good', 'shepherd'] }],
  ])('parse %s', (query, expected) => expect(parse(query)).toMatchObject(expected));

  it.each([
    '_limit=0',
    '_limit=101',
    '_limit=1.5',
    '_limit=1e2',
    '_limit=',
    '_limit=10&_limit=20',
    '_offset=-1',
    '_offset=9007199254740992',
    '_offset=99999999999999999999',
    '_orderBy=id',
    '_orderBy=id,asc',
    '_orderBy=id,ASC,',
    '_orderBy=id;,ASC',
    '_orderBy=speakerId,ASC',
    '_orderBy=constructor,ASC',
    '_expand=item',
    '_expand=',
    '_withDeleted=yes',
    '_q=a%00b',
    '_page=2',
    'nonsense=1',
    'id.gt.lt=1',
    'id.=1',
    'id.GT=1',
    'id.constructor=1',
    '__proto__=1',
    'constructor=1',
    'toString.eq=1',
  ])('reject %s', (query) => expect(faults(query)).toEqual([query.split('=')[0]!.replace('[]', '')]));

  it('report every problem at once', () => {
    expect(faults('_limit=x&id=x&color=red&_orderBy=x,ASC')).toEqual(['_limit', '_orderBy', 'id', 'color']);
  });

  it.each([
    ['id=2147483647', [2 ** 31 - 1]],
    ['id=2147483648', [2 ** 31]],
    ['id.ne=-2147483649', [-(2 ** 31) - 1]],
    ['id.gt=9007199254740991', [2 ** 53 - 1]],
    ['id.in=3,1,2', [3, 1, 2]],
    ['id.bt=1,2', [1, 2]],
    ['id.nl=true', [1]],
    ['title=', ['']],
    ['title.in=a,,b', ['a', '', 'b']],
    ['title.in=', ['']],
    ['title.in="Hope, and how","","say ""yes""",5" disc,', ['Hope, and how', '', 'say "yes"', '5" disc', '']],
    ['id.in="1",2', [1, 2]],
    ['title.like=50\\%25%25', ['50\\%%']],
    ['title.like=\\', ['\\']],
    ['date=2024-02-29', ['2024-02-29']],
    ['publishedDate.ge=2025-01-01', ['2025-01-01T00:00:00.000Z']],
    ['publishedDate.lt=2025-01-01T00:00:00%2B02:00', ['2024-12-31T22:00:00.000Z']],
    ['autoPublish.ne=false', [0]],
    ['status.in=draft,ready', ['draft', 'ready']],
    ['speakerId.in=1,2', [1, 2]],
  ])('parse the values of %s', (query, values) => expect(filter(query)?.values).toEqual(values));

  it.each([
    'id=9007199254740992',
    'id=-9007199254740992',
    'id=12345678901234567890',
    'id=1.0',
    'id=0x10',
    'id=',
    'id=%2B1',
    'id.in=',
    'id.in=1,',
    'id.in=1,x',
    'id.bt=1',
    'id.bt=1,2,3',
    'id.nl=maybe',
    'id.nl=',
    'id.like=1%25',
    'title=a%00',
    'title.like=%00',
    'title.in=a,%00',
    'title.in="a',
    'title.in="a"b,c',
    'title.in=a,"""',
    'date=2025-02-30',
    'date=2025-02-29',
    'date=2025-2-1',
    'date=2025-13-01',
    'date=2025-02-01T00:00:00Z',
    'date=0',
    'publishedDate.gt=2025-02-30T00:00:00Z',
    'publishedDate.gt=2025-02-01T25:00:00Z',
    'publishedDate.gt=2025-02-01T00:00:00',
    'publishedDate.gt=yesterday',
    'autoPublish=1',
    'autoPublish=TRUE',
    'status=gone',
    'status.in=draft,gone',
    'status.like=dr%25',
    'speakerId.gt=1',
    'speakerId.nl=true',
    `id.in=${Array.from({ length: 1_001 }, (_, i) => i).join(',')}`,
  ])('reject the value of %s', (query) => expect(faults(query)).toEqual([query.split('=')[0]]));

  it('keep several filters of one field', () => {
    expect(parse('id.gt=1&id.lt=9&id.ne=5').filters).toHaveLength(3);
    expect(parse('id.ne=5&id.ne=6').filters).toHaveLength(2);
  });
});
