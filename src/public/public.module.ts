/** Wires the public host: search, autocomplete, items, chapters, feeds, and the web components. */
import type { RecordDownload } from '../engagement/downloads/download-recorder.js';
import type { RecordSearch } from '../engagement/events/search-recorder.js';
import type { TranscriptService } from '../transcripts/reading/transcript.service.js';
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import type { BlobStore } from '../platform/storage/blob-store.js';
import { createSendFile, type ImageCopies } from '../platform/storage/file.routes.js';
import type { SearchService } from '../search/query/search.service.js';
import type { SearchRules } from '../search/rules/search-rules.js';
import type { AutocompleteProvider } from '../search/autocomplete/autocomplete-provider.js';
import { builtFile } from './components/built-files.js';
import { componentFileRoutes } from './components/component-files.routes.js';
import { episodeFileRoutes } from './feeds/episode-file.routes.js';
import { feedRoutes } from './feeds/feed.routes.js';
import { createFeedService } from './feeds/feed.service.js';
import { hostOf } from './items/own-pages.js';
import { publicItemRoutes } from './items/public-item.routes.js';
import { createPublicItemService } from './items/public-item.service.js';
import { publicListRoutes } from './lists/public-list.routes.js';
import { createPublicListService } from './lists/public-list.service.js';
import { pageRoutes } from './pages/page.routes.js';
import { createPageService } from './pages/page.service.js';
import { previewRoutes } from './pages/preview.routes.js';
import { createPreviewService } from './pages/preview.service.js';
import { renderPage } from './pages/page.js';
import { siteOf } from './pages/site.js';
import { createPublicSearchService, type PublicSearchService } from './search/public-search.service.js';
import { searchRoutes } from './search/search.routes.js';
import { autocompleteRoutes } from './autocomplete/autocomplete.routes.js';
import { createAutocompleteService } from './autocomplete/autocomplete.service.js';

export const createPublicModule = (
  { db, clock }: ModuleContext,
  {
    searchService,
    rules,
    autocomplete,
    transcripts,
    recordSearch,
    recordDownload,
    searchBaseUrl,
    bucketOrigin,
    blobs,
    images,
  }: {
    searchService: SearchService;
    rules: SearchRules;
    autocomplete: AutocompleteProvider;
    transcripts: TranscriptService;
    recordSearch: RecordSearch;
    /** Null if statistics are off: feeds then name their files directly. */
    recordDownload: RecordDownload | null;
    searchBaseUrl: (shortName: string) => string;
    /** Origin to which URLs of stored files redirect; null if this host serves them. */
    bucketOrigin: string | null;
    blobs: BlobStore;
    images: ImageCopies;
  },
): Module & { unrecorded: PublicSearchService } => {
  const items = createPublicItemService({ db, clock, searchService });
  const lists = createPublicListService({ db, clock });
  const searchDeps = { db, clock, libraries: autocomplete, searchService, rules };
  const unrecorded = createPublicSearchService({ ...searchDeps, record: () => undefined });
  const scripts = { page: builtFile('src/events/page.ts'), article: builtFile('src/article/article.ts') };
  const pages = createPageService({ db, clock, items, lists, searches: unrecorded, transcripts });
  const previews = previewRoutes({
    pages,
    previews: createPreviewService({ db, clock, transcripts }),
    sendFile: createSendFile({ blobs, images }),
    images,
    siteOf: (account, links) => siteOf(account, links, bucketOrigin),
    publicHostOf: (shortName) => hostOf(searchBaseUrl(shortName)),
  });
  const feeds = createFeedService({ db, clock, searchBaseUrl, countsDownloads: recordDownload !== null });
  return {
    ...emptyModule,
    /** Searches that count in no report. */
    unrecorded,
    endpoints: {
      account: previews.account,
      public: [
        ...previews.public,
        ...autocompleteRoutes(createAutocompleteService({ db, clock, libraries: autocomplete })),
        ...searchRoutes(createPublicSearchService({ ...searchDeps, record: recordSearch })),
        ...publicItemRoutes(items, transcripts),
        ...publicListRoutes(lists),
        ...feedRoutes(feeds),
        ...episodeFileRoutes(feeds, recordDownload ?? (() => Promise.resolve())),
        ...componentFileRoutes(),
        ...pageRoutes({
          pages,
          siteOf: (account, links) => siteOf(account, links, bucketOrigin),
          show: (site, page) => renderPage(site, page, scripts),
          articleScript: scripts.article,
        }),
      ],
    },
  };
};
