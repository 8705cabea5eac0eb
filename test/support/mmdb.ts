/** A small file in MaxMind's format with IPv4 networks and their countries. https://maxmind.github.io/MaxMind-DB/ */

type Value = string | number | { [key: string]: Value } | string[];

const MAP = 7;
const UINT32 = 6;
const ARRAY = 11;

const control = (type: number, size: number): Buffer =>
  type <= 7 ? Buffer.from([(type << 5) | size]) : Buffer.from([size, type - 7]);

const encode = (value: Value): Buffer => {
  if (typeof value === 'string') return Buffer.concat([control(2, value.length), Buffer.from(value)]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(UINT32, 4), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(ARRAY, value.length), ...value.map(encode)]);
  const entries = Object.entries(value);
  return Buffer.concat([control(MAP, entries.length), ...entries.flat().map(encode)]);
};

/** @param networks country by network, such as `198.51.100.0/24` */
export const buildMmdb = (networks: Record<string, string>): Buffer => {
  type Side = { node: number } | { offset: number } | undefined;
  const nodes: [Side, Side][] = [[undefined, undefined]];
  const data: Buffer[] = [];
  for (const [network, country] of Object.entries(networks)) {
    const [address = '', length = '32'] = network.split('/');
    const bits = address
      .split('.')
      .map((octet) => Number(octet).toString(2).padStart(8, '0'))
      .join('')
      .slice(0, Number(length));
    const offset = Buffer.concat(data).length;
    data.push(encode({ country: { iso_code: country } }));
    let at = 0;
    for (const bit of bits.slice(0, -1)) {
      const side = nodes[at]![Number(bit)];
      const next = side && 'node' in side ? side.node : nodes.push([undefined, undefined]) - 1;
      nodes[at]![Number(bit)] = { node: next };
      at = next;
    }
    nodes[at]![Number(bits.at(-1))] = { offset };
  }
  const tree = Buffer.alloc(nodes.length * 6);
  nodes.flat().forEach((side, index) => {
    const value = !side ? nodes.length : 'node' in side ? side.node : nodes.length + 16 + side.offset;
    tree.writeUIntBE(value, index * 3, 3);
  });
  const metadata = encode({
    node_count: nodes.length,
    record_size: 24,
    ip_version: 4,
    database_type: 'Test-Country',
    languages: ['en'],
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_700_000_000,
    description: { en: 'test' },
  });
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    ...data,
    Buffer.from('abcdef', 'hex'),
    Buffer.from('MaxMind.com'),
    metadata,
  ]);
};
