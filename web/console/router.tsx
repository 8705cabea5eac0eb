/** The addresses of the console's screens. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { readLibrarySearch } from './library/library-search.js';
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

const peopleRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: '/people',
  component: lazyRouteComponent(() => import('./people/people-screen.js'), 'PeopleScreen'),
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  signInRoute,
  accountRoute.addChildren([
    startRoute,
    homeRoute,
    libraryRoute,
    addRoute,
    itemRoute,
    transcriptRoute,
    reviewRoute,
    peopleRoute,
  ]),
]);

export const router = createRouter({ routeTree, defaultPreload: 'intent', scrollRestoration: true });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
