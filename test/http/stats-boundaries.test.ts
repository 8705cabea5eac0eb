/** Every report responds in the first minutes of a day, week, month, quarter and year. */
import { beforeAll, describe, expect, it } from 'vitest';
import { createFakeClock } from '../support/clock.js';
import { log, session } from '../support/engagement.js';
import { buildItem, buildMediaAsset, buildTopic, type Built } from '../support/factories.js';
import { everyOperationOf, type Operation } from '../support/operations.js';
import { useApp } from '../support/start-app.js';

const MINUTE_MS = 60_000;
/** In order. */
const STARTS: [start: string, units: string[]][] = [
  ['2026-01-01T00:00:00.000Z', ['day', 'month', 'quarter', 'year']],
  // A Sunday and a Monday.
  ['2026-01-04T00:00:00.000Z', ['week']],
  ['2026-01-05T00:00:00.000Z', ['isoWeek']],
];

describe('the first minutes of a unit', () => {
  const clock = createFakeClock('2025-12-31T23:58:00.000Z');
  const app = useApp({ clock });
  let item: Built;
  let reports: Operation[];
  const setClock = (to: number): void => clock.pass(to - clock.now().getTime());

  beforeAll(async () => {
    const { body } = await app.demo.api.get('/openapi.json');
    reports = everyOperationOf(body).filter(
      ({ path, declared }) =>
        path.startsWith('/stats/') && declared.parameters.some(({ name }: Built) => name === 'range'),
    );
    const { id } = await buildTopic(app.demo, { name: 'Trust' });
    item = await buildItem(app.demo, { title: 'The Good Shepherd', topics: [{ id }] });
    const asset = await buildMediaAsset(app.app.db, item, app.demo.account.id, { durationSecs: 100 });
    item = { ...item, assetId: asset.id };
  });

  const queriesOf = ({ path, declared }: Operation): string[] => {
    const values = (name: string): string[] | undefined =>
      declared.parameters.find((one: Built) => one.name === name)?.schema.enum;
    if (path === '/stats/export')
      return values('report')!.map((report) => {
        const needed: Record<string, string> = { sources: 'by=referrer', retention: `itemId=${item.id}` };
        return `report=${report}&${needed[report] ?? ''}`;
      });
    return [(values('by') ? 'by=referrer&' : '') + (values('compare') ? 'compare=previous' : '')];
  };
  const respondsTo = async (unit: string): Promise<void> => {
    for (const operation of reports) {
      const path = operation.path.replace('{itemId}', String(item.id));
      for (const query of queriesOf(operation)) {
        const { status, body } = await app.demo.api.get(`${path}?range=${unit}&${query}`);
        expect({ path, query, unit, status, error: body?.error }).toMatchObject({ status: 200 });
      }
    }
  };

  it.each(STARTS)(
    '%s',
    async (start, units) => {
      expect(reports.length).toBeGreaterThan(14);
      const from = Date.parse(start);
      setClock(from - MINUTE_MS);
      await log(app.demo, session(item, `before ${start}`, new Date(from - 2 * MINUTE_MS).toISOString(), 30));
      for (const minutes of [0, 19]) {
        setClock(from + minutes * MINUTE_MS);
        for (const unit of units) await respondsTo(unit);
      }
    },
    240_000,
  );
});
