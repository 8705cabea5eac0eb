/** The part of `lectern doctor` about podcast feeds: what each lacks for podcast directories, and how to set it. */
import type { App } from '../app.js';
import { coverArtText } from '../content/artwork/check-proportions.js';
import { checkFeeds as feedChecks, type FeedCheck } from '../content/feeds/feed-check.js';
import { allAccounts } from '../identity/accounts/account.repository.js';
import { isoTime } from '../platform/lib/clock.js';
import { isLoopbackHost } from '../platform/lib/networks.js';
import { feedPath } from '../public/items/page-address.js';
import type { Finding } from './doctor-finding.js';
import { printable } from './printable.js';

const FEEDS_SHOWN = 50;

const HOW_TO = `
Podcast directories need these. {id} is the number of the collection or item:
  picture: POST /v2/collections/{id}/artwork/create (${coverArtText})
  files: POST /v2/items/{id}/media/create (MP3, M4A, MP4, M4V or MOV)
  others: PATCH /v2/collections/{id} with {"feed": {"ownerName": "…", "ownerEmail": "…", "category": "Christianity",
    "description": "…", "language": "en", "link": "https://…"}}`;

/** An incomplete feed is no fault, because not every library is a podcast. A complete one at a local address is. */
export const findFeedProblems = async ({ db, clock, accounts }: App): Promise<Finding> => {
  const lines: string[] = [];
  let incomplete = 0;
  let local: string | undefined;
  for (const account of await allAccounts(db)) {
    const { searchBaseUrl } = await accounts.present(account);
    for (const check of await feedChecks(db, isoTime(clock), account)) {
      const lacking = problemsOf(check);
      if (lacking.length > 0) incomplete++;
      else if (isLoopbackHost(new URL(searchBaseUrl).hostname)) local ??= searchBaseUrl;
      const { id, name } = check.collection;
      const feedUrl = searchBaseUrl + feedPath({ kind: 'collection', row: { id } });
      const title = `${account.shortName}, collection ${id} (${printable(name)})`;
      lines.push(`\n${title}: ${lacking.length > 0 ? lacking.join('; ') : feedUrl}`);
    }
  }
  const name = 'podcast feeds';
  if (lines.length === 0) return { name, status: 'ok', message: 'no collections' };
  const more = lines.length > FEEDS_SHOWN ? [`\nand ${lines.length - FEEDS_SHOWN} more`] : [];
  const advice = local
    ? `\n${local} is a local address: set PUBLIC_BASE_URL before you submit a feed, because the feed's id depends on it`
    : '';
  const message = `${lines.length - incomplete} of ${lines.length} ready for podcast directories`;
  return {
    name,
    status: local ? 'warning' : 'ok',
    message: [
      message,
      ...lines.slice(0, FEEDS_SHOWN),
      ...more,
      ...(incomplete > 0 ? [HOW_TO] : []),
      advice,
    ].join(''),
  };
};

const problemsOf = ({ items, enclosed, playable, missing }: FeedCheck): string[] => [
  ...(missing.length > 0 ? [`missing ${missing.join(', ')}`] : []),
  ...(items === 0 ? ['no published items'] : []),
  ...(enclosed < items ? [`no audio or video file: ${items - enclosed} of ${items} published items`] : []),
  ...(playable < enclosed
    ? [`files that Apple Podcasts cannot play: ${enclosed - playable} of ${enclosed} items`]
    : []),
];
