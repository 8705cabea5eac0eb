/** A library whose analytics are counted by hand, and what the screen shows of them. */
import type { Locator, Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { analytics } from '../../strings/console/analytics/en.js';
import { log, session } from '../support/engagement.js';
import {
  buildCollection,
  buildMediaAsset,
  buildSeries,
  buildSpeaker,
  publishTalk,
  setItem,
  type Built,
} from '../support/factories.js';
import type { TestApp } from '../support/start-app.js';

const DAY_MS = 86_400_000;
const LENGTH_SECS = 7_200;
const REPORTS_TIMEOUT_MS = 15_000;

/** `2026-03-01`, so many days ago; the account's zone is UTC. */
const dayBefore = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const [fourth, second, first] = [4, 2, 1].map(dayBefore) as [string, string, string];

/** Days of the period; the first has analytics, and so have the two days before. */
export const DAYS = { from: second, to: first };
export const PERIOD = new URLSearchParams(DAYS).toString();
/** What is counted in the period. */
export const TOTALS = { plays: 2, listeners: 2, hours: 1.5, downloads: 0, pageViews: 3, searches: 0 };

export interface FiguresLibrary {
  /** Played for an hour by somebody who came from a newsletter. */
  shepherd: Built;
  /** Played for half an hour. */
  bread: Built;
  collectionId: number;
}

export const view = (url: string, occurredAt: string, visitorIp: string, fields: object = {}): Built => ({
  type: 'pageView',
  url: `https://www.example.org${url}`,
  occurredAt,
  visitorIp,
  ...fields,
});

export const buildFiguresLibrary = async (app: TestApp): Promise<FiguresLibrary> => {
  const { demo } = app;
  const speaker = await buildSpeaker(demo, { name: 'Ruth Adeyemi' });
  const { id: collectionId } = await buildCollection(demo);
  const series = await buildSeries(demo, { title: 'Ordinary days', collectionId });
  const buildTalk = async (title: string, fields: object): Promise<Built> => {
    const id = await publishTalk(demo, title, ['In the beginning.', 'At the end.'], {
      collectionId,
      ...fields,
    });
    const asset = await buildMediaAsset(app.app.db, { id }, demo.account.id, { durationSecs: LENGTH_SECS });
    await setItem(app, { id }, { durationSecs: LENGTH_SECS });
    return { id, assetId: asset.id };
  };
  const shepherd = await buildTalk('The Good Shepherd', { speakers: [{ id: speaker.id }] });
  const bread = await buildTalk('On Bread', { seriesId: series.id });
  const [one, two, three] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'] as const;
  await log(demo, [
    view('/a?utm_source=newsletter', `${second}T10:00:00Z`, one, { itemId: shepherd.id }),
    ...session(shepherd, 'a', `${second}T10:01:00.000Z`, 3_600, { visitorIp: one }),
    view('/b', `${second}T11:30:00Z`, one),
    view('/b', `${second}T12:00:00Z`, two, { itemId: bread.id }),
    ...session(bread, 'b', `${second}T12:01:00.000Z`, 1_800, { visitorIp: two }),
    view('/a', `${fourth}T10:00:00Z`, three),
    ...session(shepherd, 'c', `${fourth}T10:01:00.000Z`, 1_800, { visitorIp: three }),
  ]);
  await playsAreCounted(app, 3);
  return { shepherd, bread, collectionId };
};

/** Waits until so many plays are in the reports. */
export const playsAreCounted = (app: TestApp, plays: number): Promise<void> =>
  vi.waitFor(async () => {
    const { overview } = (await app.demo.api.get('/stats/overview')).body;
    expect(overview.plays).toBe(plays);
  }, REPORTS_TIMEOUT_MS);

/** The plain number of a tile. */
export const tile = async (page: Page, metric: keyof typeof TOTALS): Promise<number> => {
  const shown = page.locator(`[data-metric="${metric}"][data-value]`);
  await shown.waitFor();
  return Number(await shown.getAttribute('data-value'));
};

export const tiles = async (page: Page): Promise<object> => {
  const read: Partial<typeof TOTALS> = {};
  for (const metric of Object.keys(TOTALS) as (keyof typeof TOTALS)[])
    read[metric] = await tile(page, metric);
  return read;
};

export type CardName = keyof typeof analytics.cards;

export const card = (page: Page, name: CardName): Locator =>
  page.getByRole('region', { name: analytics.cards[name], exact: true });

export const row = (page: Page, name: CardName, text: string): Locator =>
  card(page, name).getByRole('row').filter({ hasText: text });
