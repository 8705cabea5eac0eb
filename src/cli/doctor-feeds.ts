/** The part of `lectern doctor` about podcast feeds: what each lacks for podcast directories, and how to set it. */
import type { App } from '../app.js';
import { coverArtText } from '../content/artwork/cover-art.js';
import { checkFeeds, type FeedCheck } from '../content/feeds/feed-check.js';
import { allAccounts } from '../identity/accounts/account.repository.js';
import { feedPath } from '../public/items/page-address.js';
import { print } from './output.js';
import { isoTime } from '../platform/lib/clock.js';
import { printable } from './printable.js';

const FEEDS_SHOWN = 50;

const HOW_TO = `    Podcast directories need these. {id} is the number of the collection or item:
      picture: POST /v2/collections/{id}/artwork/create (${coverArtText})
      files: POST /v2/items/{id}/media/create (MP3, M4A, MP4, M4V or MOV)
      others: PATCH /v2/collections/{id} with {"feed": {"ownerName": "…", "ownerEmail": "…", "category": "Christianity",
        "description": "…", "language": "en", "link": "https://…"}}`;

/** Prints hints rather than problems, because not every library is a podcast. */
export const reportFeeds = async ({ db, clock, accounts }: App): Promise<void> => {
  let feeds = 0;
  let incomplete = 0;
  let local: string | undefined;
  for (const account of await allAccounts(db)) {
    const checks = await checkFeeds(db, isoTime(clock), account);
    const { searchBaseUrl } = await accounts.present(account);
    if (
      checks.length > 0 &&
      /^(localhost|.*\.localhost|127\..*|\[::1\])$/.test(new URL(searchBaseUrl).hostname)
    )
      local ??= searchBaseUrl;
    for (const check of checks) {
      const lacking = problemsOf(check);
      if (lacking.length > 0) incomplete++;
      if (++feeds > FEEDS_SHOWN) continue;
      const { id, name } = check.collection;
      const feedUrl = searchBaseUrl + feedPath({ kind: 'collection', row: { id } });
      const title = `podcast feed of ${account.shortName}, collection ${id} (${printable(name)})`;
      print(lacking.length > 0 ? `• ${title}: ${lacking.join('; ')}` : `✓ ${title}: ${feedUrl}`);
    }
  }
  if (feeds > FEEDS_SHOWN) print(`• ${feeds - FEEDS_SHOWN} more podcast feeds`);
  if (incomplete > 0) print(HOW_TO);
  if (local)
    print(
      `    ${local} is a local address: set PUBLIC_BASE_URL before you submit a feed, because the feed's id depends on it`,
    );
};

const problemsOf = ({ items, enclosed, playable, missing }: FeedCheck): string[] => [
  ...(missing.length > 0 ? [`missing ${missing.join(', ')}`] : []),
  ...(items === 0 ? ['no published items'] : []),
  ...(enclosed < items ? [`no audio or video file: ${items - enclosed} of ${items} published items`] : []),
  ...(playable < enclosed
    ? [`files that Apple Podcasts cannot play: ${enclosed - playable} of ${enclosed} items`]
    : []),
];
