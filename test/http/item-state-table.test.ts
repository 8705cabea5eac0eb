/** Every item status by every request and report: allowed or rejected, the next status, jobs and webhooks. */
import { beforeAll, describe, expect, it } from 'vitest';
import { applyEvent } from '../../src/content/items/item-status.repository.js';
import type { Answer } from '../support/client.js';
import { buildReadyItem, setItem, type Built } from '../support/factories.js';
import {
  changeTable,
  publicStatuses,
  reportTable,
  requestTable,
  statuses,
  webhookEvents,
  wizardTable,
  type Change,
  type Outcome,
  type Status,
} from '../support/item-state-table.js';
import { createWebhook } from '../support/receiver.js';
import { useApp } from '../support/start-app.js';

const OLD_ERROR = 'It failed last week';

/** Per status: its events, a summary of their outcomes, and the outcomes. */
const rows = <Event extends string>(events: Record<Event, Outcome>): [Event, string, Outcome][] =>
  (Object.entries(events) as [Event, Outcome][]).map(([event, outcome]) => [
    event,
    outcome === 'refused' ? 'refused' : [outcome.next, ...outcome.jobs].join(', '),
    outcome,
  ]);

describe('an item', () => {
  const app = useApp();
  let item: Built;
  let indexedMediaAssetId: number;
  beforeAll(async () => {
    await createWebhook(app.demo, 'https://site.example.org/hooks');
    item = await buildReadyItem(app, app.demo);
    ({ indexedMediaAssetId } = item);
  });

  const path = (action = '') => `/items/${item.id}${action}`;
  const post = (action: string) => app.demo.api.post(path(`/${action}`));

  /** Puts the item into a status, as if nothing had happened before. */
  const begin = async (status: Status, values = {}): Promise<void> => {
    await setItem(app, item, {
      status,
      indexedMediaAssetId,
      errorMessage: OLD_ERROR,
      deletedDate: null,
      wizardStep: 'basicDetails',
      ...values,
    });
    await forgetQueued();
  };
  const forgetQueued = async (): Promise<void> => {
    await app.app.db.deleteFrom('job').execute();
    await app.app.db.deleteFrom('webhookDelivery').execute();
  };
  /** The item's current state, and the jobs and webhooks that were queued since the start. */
  const state = async () => {
    const { db } = app.app;
    const row = await db.selectFrom('item').selectAll().where('id', '=', item.id).executeTakeFirstOrThrow();
    const jobs = await db.selectFrom('job').select('kind').where('subject', '=', `item:${item.id}`).execute();
    const events = await db.selectFrom('webhookDelivery').select('eventType').execute();
    return {
      status: row.status,
      errorMessage: row.errorMessage,
      jobs: jobs.map(({ kind }) => kind).sort(),
      events: events.map(({ eventType }) => eventType),
    };
  };

  const expectRefusal = async (answer: Answer, status: Status): Promise<void> => {
    expect([answer.status, answer.body.error?.type]).toEqual([422, 'InvalidStateError']);
    expect(await state()).toEqual({ status, errorMessage: OLD_ERROR, jobs: [], events: [] });
  };
  const expectMove = async (answer: Answer, event: string, outcome: Outcome): Promise<void> => {
    if (outcome === 'refused') throw new Error(`the table refuses ${event}`);
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    const { status, jobs, events } = await state();
    const told = webhookEvents[event];
    expect({ status, jobs, events }).toEqual({
      status: outcome.next,
      jobs: [...outcome.jobs].sort(),
      events: told ? [told] : [],
    });
  };

  it('has the ten statuses of the contract', async () => {
    const document = (await app.demo.api.get('/openapi.json')).body;
    expect(document.components.schemas.Item.properties.status.enum).toEqual(statuses);
    expect(statuses).toHaveLength(10);
  });

  describe.each(statuses)('in status %s', (status) => {
    it.each(rows(requestTable[status]))('POST %s: %s', async (request, _, outcome) => {
      await begin(status);
      const answer = await post(request);
      if (outcome === 'refused') {
        await expectRefusal(answer, status);
        // The message contains the status, and the statuses that the request needs.
        const allowed = statuses.filter((one) => requestTable[one][request] !== 'refused');
        for (const word of [status, ...allowed]) expect(answer.body.error.message).toContain(word);
        return;
      }
      await expectMove(answer, request, outcome);
      expect(answer.body.item).toMatchObject({ status: outcome.next, errorMessage: null });
    });

    const changes: Record<Change, () => Promise<Answer>> = {
      'put transcript': () =>
        app.demo.api.put(path('/transcript'), { segments: [{ text: 'Peace.', startMs: 0, endMs: 900 }] }),
      'patch title': () => app.demo.api.patch(path(), { title: 'Another title' }),
      delete: () => app.demo.api.delete(path()),
      restore: () => post('restore'),
      'delete and restore': async () => {
        expect((await app.demo.api.delete(path())).status).toBe(200);
        await forgetQueued();
        return post('restore');
      },
    };
    it.each(rows(changeTable[status]))('%s: %s', async (change, _, outcome) => {
      await begin(status);
      const answer = await changes[change]();
      await (outcome === 'refused' ? expectRefusal(answer, status) : expectMove(answer, change, outcome));
    });

    it.each(rows(wizardTable[status]))('the wizard %s: %s', async (move, _, outcome) => {
      const [from, to] = move === 'to processing' ? ['media', 'processing'] : ['processing', 'finalize'];
      await begin(status, { wizardStep: from });
      const answer = await app.demo.api.patch(path(), { wizardStep: to });
      await (outcome === 'refused' ? expectRefusal(answer, status) : expectMove(answer, move, outcome));
      const { wizardStep } = (await app.demo.api.get(path())).body.item;
      expect(wizardStep).toBe(outcome === 'refused' ? from : to);
    });

    it.each(rows(reportTable[status]))('the worker reports %s: %s', async (report, _, outcome) => {
      await begin(status);
      const { db, clock } = app.app;
      const moved = await applyEvent(db, clock, app.demo.account.id, item.id, report);
      const { status: now, jobs, events } = await state();
      const told = webhookEvents[report];
      expect({ moved: moved !== undefined, now, jobs, events }).toEqual(
        outcome === 'refused'
          ? { moved: false, now: status, jobs: [], events: [] }
          : { moved: true, now: outcome.next, jobs: [], events: told ? [told] : [] },
      );
    });

    it('publish requires an indexed media asset', async () => {
      await begin(status, { indexedMediaAssetId: null });
      await expectRefusal(await post('publish'), status);
    });

    it('every request except restore returns 404 once the item is deleted', async () => {
      await begin(status, { deletedDate: '2026-03-01T12:00:00.000Z' });
      const answers = [
        await post('process'),
        await post('publish'),
        await post('unpublish'),
        await changes['put transcript'](),
        await changes['patch title'](),
        await changes.delete(),
      ];
      for (const { status: code, body } of answers)
        expect([code, body.error.type]).toEqual([404, 'NotFoundError']);
      expect(await state()).toEqual({ status, errorMessage: OLD_ERROR, jobs: [], events: [] });
    });

    it(`the public host ${publicStatuses.includes(status) ? 'shows' : 'hides'} it`, async () => {
      await begin(status);
      const shown = publicStatuses.includes(status);
      expect((await app.demo.site.get(path())).status).toBe(shown ? 200 : 404);
      expect((await app.demo.site.get(`/items/by-slug/${item.urlSlug}`)).status).toBe(shown ? 200 : 404);
    });
  });
});
