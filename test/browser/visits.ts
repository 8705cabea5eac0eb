/** Random visits to a site: actions in the browser, and the reports expected of them. */
import type { BrowserContext, Page } from 'playwright-core';
import type { Random } from '../../scripts/random.js';

export interface Session {
  itemId: number;
  /** The search that led to the playback. */
  searchId: string | null;
  heardMs: number;
}

export interface Search {
  searchId: string;
  query: string;
  totalRecords: number;
  /** Ranks of the results that were clicked. */
  clicks: number[];
}

/** The actions so far. */
export interface Truth {
  sessions: Session[];
  searches: Search[];
}

/** A separate browser that visits repeatedly. */
export interface Visitor {
  context: BrowserContext;
  /** URL of the site's page. */
  url: string;
  /** Whether the site's components use local storage. */
  isRemembered: boolean;
  random: Random;
  queries: readonly string[];
}

interface Found {
  isNew: boolean;
  searchId: string | null;
  totalRecords: number;
  itemIds: number[];
}

type Step = ['hear', number] | ['pause'] | ['seek', number] | ['end'];

const call = <T>(page: Page, method: string, argument?: unknown): Promise<T> =>
  page.evaluate<T>(`visitor.${method}(${JSON.stringify(argument ?? null)})`);

/** Makes visits one after the other, and records their actions. */
export const makeVisits = async (visitor: Visitor, count: number, truth: Truth): Promise<void> => {
  const { context, url } = visitor;
  let page = await openSite(context, url);
  for (let visit = 0; visit < count; visit++) page = await makeVisit(page, visitor, truth);
  await page.goto('about:blank');
};

const openSite = async (context: BrowserContext, url: string, page?: Page): Promise<Page> => {
  const opened = page ?? (await context.newPage());
  await opened.goto(url);
  // Browsers let a page play only after a user gesture in it.
  await opened.mouse.click(1, 1);
  return opened;
};

const makeVisit = async (page: Page, visitor: Visitor, truth: Truth): Promise<Page> => {
  const { random, queries } = visitor;
  const query = random.pick(queries);
  const found = await call<Found>(page, 'find', query);
  const { searchId, totalRecords, itemIds } = found;
  if (found.isNew) truth.searches.push({ searchId: searchId!, query, totalRecords, clicks: [] });
  if (itemIds.length === 0) return page;
  const at = random.int(itemIds.length);
  await call(page, 'open', at);
  truth.searches.find((search) => search.searchId === searchId)?.clicks.push(at + 1);
  const session: Session = { itemId: itemIds[at]!, searchId, heardMs: 0 };
  truth.sessions.push(session);
  session.heardMs = await call(page, 'listen', stepsOf(random));
  return random.pick(ENDS)(page, visitor, session);
};

const hear = (random: Random): Step => ['hear', 100 * (1 + random.int(120))];

const stepsOf = (random: Random): Step[] =>
  Array.from({ length: random.int(4) }, () =>
    random.pick<() => Step>([() => hear(random), () => ['pause'], () => ['seek', 5 + random.int(40)]])(),
  );

/** Continues and ends a visit. @returns the page of the next visit */
type End = (page: Page, visitor: Visitor, session: Session) => Promise<Page>;

const goBack: End = async (page) => {
  await call(page, 'goBack');
  return page;
};

const hearToTheEnd: End = async (page, visitor, session) => {
  session.heardMs = await call(page, 'listen', [hear(visitor.random), ['end']]);
  return goBack(page, visitor, session);
};

/** Loses the connection for a while. */
const loseConnection: End = async (page, visitor, session) => {
  const { context, random } = visitor;
  await context.setOffline(true);
  session.heardMs = await call(page, 'listen', [hear(random), ['pause'], hear(random)]);
  await context.setOffline(false);
  session.heardMs = await call(page, 'listen', [hear(random)]);
  return goBack(page, visitor, session);
};

/** Reloads the page during playback. */
const reload: End = async (page, { context, url, random }, session) => {
  session.heardMs = await call(page, 'listen', [hear(random)]);
  return openSite(context, url, page);
};

/** Closes the tab; without a connection, if the component may store events for later. */
const closeTab: End = async (page, { context, url, isRemembered, random }, session) => {
  await context.setOffline(isRemembered);
  session.heardMs = await call(page, 'listen', [hear(random)]);
  await page.close();
  await context.setOffline(false);
  return openSite(context, url);
};

const ENDS: readonly End[] = [goBack, goBack, goBack, hearToTheEnd, loseConnection, reload, closeTab];
