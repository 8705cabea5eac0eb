/** Wires the public host: search, autocomplete, items, chapters, feeds, and the web components. */
import type { RecordSearch } from '../engagement/events/search-recorder.js';
import type { TranscriptService } from '../content/transcripts/transcript.service.js';
import { emptyModule, type Module, type ModuleContext } from '../platform/module.js';
import type { BlobStore } from '../platform/storage/blob-store.js';
import { createSendFile, type ImageCopies } from '../platform/storage/file.routes.js';
import type { SearchService } from '../search/query/search.service.js';
import type { AutocompleteProvider } from '../search/autocomplete/autocomplete-provider.js';
import { builtFile } from './components/built-files.js';
import { componentFileRoutes } from './components/component-files.routes.js';
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
import { createPublicSearchService } from './search/public-search.service.js';
import { searchRoutes } from './search/search.routes.js';
import { autocompleteRoutes } from './autocomplete/autocomplete.routes.js';
import { createAutocompleteService } from './autocomplete/autocomplete.service.js';

export const createPublicModule = (
  { db, clock }: ModuleContext,
  {
    searchService,
    autocomplete,
    transcripts,
    recordSearch,
    searchBaseUrl,
    bucketOrigin,
    blobs,
    images,
  }: {
    searchService: SearchService;
    autocomplete: AutocompleteProvider;
    transcripts: TranscriptService;
    recordSearch: RecordSearch;
    searchBaseUrl: (shortName: string) => string;
    /** Origin to which URLs of stored files redirect; null if this host serves them. */
    bucketOrigin: string | null;
    blobs: BlobStore;
    images: ImageCopies;
  },
): Module => {
  const items = createPublicItemService({ db, clock, searchService });
  const lists = createPublicListService({ db, clock });
  const unrecorded = createPublicSearchService({
    db,
    clock,
    libraries: autocomplete,
    searchService,
    record: () => undefined,
  });
  const scripts = { page: builtFile('src/page.ts'), article: builtFile('src/article.ts') };
  const previews = previewRoutes({
    previews: createPreviewService({ db, clock, transcripts }),
    sendFile: createSendFile({ blobs, images }),
    images,
    siteOf: (account, links) => siteOf(account, links, bucketOrigin),
    publicHostOf: (shortName) => hostOf(searchBaseUrl(shortName)),
  });
  return {
    ...emptyModule,
    endpoints: {
      account: previews.account,
      public: [
        ...previews.public,
        ...autocompleteRoutes(createAutocompleteService({ db, clock, libraries: autocomplete })),
        ...searchRoutes(
          createPublicSearchService({
            db,
            clock,
            libraries: autocomplete,
            searchService,
            record: recordSearch,
          }),
        ),
        ...publicItemRoutes(items, transcripts),
        ...publicListRoutes(lists),
        ...feedRoutes(createFeedService({ db, clock, searchBaseUrl })),
        ...componentFileRoutes(),
        ...pageRoutes({
          pages: createPageService({ db, clock, items, lists, searches: unrecorded, transcripts }),
          siteOf: (account, links) => siteOf(account, links, bucketOrigin),
          show: (site, page) => renderPage(site, page, scripts),
          articleScript: scripts.article,
        }),
      ],
    },
  };
};
