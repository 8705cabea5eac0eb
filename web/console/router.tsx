/** The addresses of the console's screens. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { readAnalyticsSearch } from './analytics/analytics-search.js';
import { readLibrarySearch } from './library/selection/library-search.js';
import { readListSearch } from './parts/list/list-search.js';
import { readDeskSearch } from './search-admin/desk-search.js';
import { FrontPage } from './sign-in/front-page.js';
import { AccountShell } from './shell/account-shell.js';
import { UnknownScreen } from './shell/unknown-screen.js';

const rootRoute = createRootRoute({ component: Outlet, notFoundComponent: UnknownScreen });

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: () => <FrontPage />,
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  component: () => <FrontPage />,
});

const unsubscribeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/unsubscribe/$token',
  component: lazyRouteComponent(() => import('./sign-in/unsubscribe.js'), 'Unsubscribe'),
});

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/a/$account',
  component: AccountShell,
  notFoundComponent: UnknownScreen,
});

const startRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/',
  beforeLoad: ({ params }) => redirect({ to: '/a/$account/home', params, replace: true, throw: true }),
});

const homeRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/home',
  component: lazyRouteComponent(() => import('./home/home-screen.js'), 'HomeScreen'),
});

const libraryRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/library',
  validateSearch: readLibrarySearch,
  component: lazyRouteComponent(() => import('./library/library-screen.js'), 'LibraryScreen'),
});

const addRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/add',
  // The title of a talk that is still to be recorded.
  validateSearch: ({ title }: Record<string, unknown>): { title?: string } =>
    typeof title === 'string' && title !== '' ? { title } : {},
  component: lazyRouteComponent(() => import('./add/add-screen.js'), 'AddScreen'),
});

const itemRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/items/$itemId',
  component: lazyRouteComponent(() => import('./item/item-screen.js'), 'ItemScreen'),
});

const transcriptRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/items/$itemId/transcript',
  // An item may have several transcripts: this is the media asset of the one that is edited.
  validateSearch: ({ mediaAssetId }: Record<string, unknown>): { mediaAssetId?: number } =>
    typeof mediaAssetId === 'number' ? { mediaAssetId } : {},
  component: lazyRouteComponent(() => import('./transcript/transcript-screen.js'), 'TranscriptScreen'),
});

const reviewRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/review',
  component: lazyRouteComponent(() => import('./review/review-screen.js'), 'ReviewScreen'),
});

const publishRecordingRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/review/$itemId',
  component: lazyRouteComponent(
    () => import('./publish-recording/publish-recording-screen.js'),
    'PublishRecordingScreen',
  ),
});

const backupsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/backups',
  component: lazyRouteComponent(() => import('./backups/backups-screen.js'), 'BackupsScreen'),
});

const analyticsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/analytics',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(() => import('./analytics/overview/analytics-screen.js'), 'AnalyticsScreen'),
});

const talkAnalyticsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/analytics/items/$itemId',
  validateSearch: readAnalyticsSearch,
  component: lazyRouteComponent(
    () => import('./analytics/talk/talk-analytics-screen.js'),
    'TalkAnalyticsScreen',
  ),
});

/** Mails that are already sent link here. */
const formerAnalyticsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/figures',
  beforeLoad: ({ params }) => redirect({ to: '/a/$account/analytics', params, replace: true, throw: true }),
});

const searchDeskRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/search-desk',
  validateSearch: readDeskSearch,
  component: lazyRouteComponent(() => import('./search-admin/search-desk-screen.js'), 'SearchDeskScreen'),
});

const peopleRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/people',
  component: lazyRouteComponent(() => import('./people/people-screen.js'), 'PeopleScreen'),
});

const trashRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/trash',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./trash/trash-screen.js'), 'TrashScreen'),
});

const seriesListRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/series',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./series/series-list-screen.js'), 'SeriesListScreen'),
});

const seriesRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/series/$seriesId',
  component: lazyRouteComponent(() => import('./series/series-screen.js'), 'SeriesScreen'),
});

const speakersRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/speakers',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./speakers/speakers-screen.js'), 'SpeakersScreen'),
});

const topicsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/topics',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./topics/topics-screen.js'), 'TopicsScreen'),
});

const collectionsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/collections',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./collections/collections-screen.js'), 'CollectionsScreen'),
});

const collectionRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/collections/$collectionId',
  component: lazyRouteComponent(() => import('./collections/collection-screen.js'), 'CollectionScreen'),
});

const resourcesRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/resources',
  component: lazyRouteComponent(() => import('./resources/resource-types-screen.js'), 'ResourceTypesScreen'),
});

const jobsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/jobs',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./jobs/jobs-screen.js'), 'JobsScreen'),
});

const jobRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/jobs/$jobId',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./jobs/job-screen.js'), 'JobScreen'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/webhooks',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./webhooks/webhooks-screen.js'), 'WebhooksScreen'),
});

const webhookRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/webhooks/$webhookId',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./webhooks/webhook-screen.js'), 'WebhookScreen'),
});

const embedsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/embeds',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./embeds/embeds-screen.js'), 'EmbedsScreen'),
});

const tokensRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/tokens',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./tokens/tokens-screen.js'), 'TokensScreen'),
});

const auditLogRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/audit-log',
  validateSearch: readListSearch,
  component: lazyRouteComponent(() => import('./audit/audit-log-screen.js'), 'AuditLogScreen'),
});

const accountSettingsRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/account',
  component: lazyRouteComponent(() => import('./account/account-screen.js'), 'AccountScreen'),
});

const quotasRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/quotas',
  component: lazyRouteComponent(() => import('./account/quotas-screen.js'), 'QuotasScreen'),
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  signInRoute,
  unsubscribeRoute,
  accountRoute.addChildren([
    startRoute,
    homeRoute,
    libraryRoute,
    addRoute,
    itemRoute,
    transcriptRoute,
    reviewRoute,
    publishRecordingRoute,
    analyticsRoute,
    talkAnalyticsRoute,
    formerAnalyticsRoute,
    searchDeskRoute,
    peopleRoute,
    trashRoute,
    seriesListRoute,
    seriesRoute,
    speakersRoute,
    topicsRoute,
    collectionsRoute,
    collectionRoute,
    resourcesRoute,
    jobsRoute,
    jobRoute,
    webhooksRoute,
    webhookRoute,
    embedsRoute,
    tokensRoute,
    auditLogRoute,
    accountSettingsRoute,
    quotasRoute,
    backupsRoute,
  ]),
]);

export const router = createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
