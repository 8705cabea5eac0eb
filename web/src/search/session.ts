/** State of a search component: its view, the page URL that mirrors it, and the results. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { ApiError, type Api } from '../api.js';
import { createResultLoader, type ResultLoader, type Results } from './result-loader.js';
import { CLOSED, NOTHING, readView, resultsKey, viewUrl, type Facet, type View } from './view.js';

interface Surroundings {
  api(): Api;
  facets(): readonly Facet[];
  /** Language of the page. */
  lang(): string;
  /** Whether the page's URL contains the view. */
  hasUrl(): boolean;
  /** Called when results have loaded. */
  onResults(results: Results): void;
  /** Called when the view has changed. */
  onView(view: View, before: View): void;
}

export class Session implements ReactiveController {
  view: View = NOTHING;
  results: Results | undefined;
  failure: ApiError | undefined;
  isLoading = false;
  private loader: ResultLoader | undefined;
  private retryTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly host: ReactiveControllerHost,
    private readonly around: Surroundings,
  ) {
    host.addController(this);
  }

  hostConnected(): void {
    addEventListener('popstate', this.onPopState);
    addEventListener('online', this.onOnline);
  }

  hostDisconnected(): void {
    removeEventListener('popstate', this.onPopState);
    removeEventListener('online', this.onOnline);
    clearTimeout(this.retryTimer);
  }

  /** Starts with the view in the page's URL or, if that has none, with `q`. */
  start(): void {
    const view = this.around.hasUrl() ? readView(new URLSearchParams(location.search)) : NOTHING;
    this.show(view.q === '' ? { ...view, q: this.view.q } : view);
  }

  /** Starts a new search from its first page, as a new entry in the browser's history. */
  change(changes: Partial<View>): void {
    const isOther = changes.q !== undefined && changes.q !== this.view.q;
    const view = {
      ...this.view,
      ...(isOther && { exact: false, asWords: false, namesOff: false }),
      all: false,
      ...changes,
      pages: 1,
    };
    this.go({ ...view, ...CLOSED }, 'push');
  }

  /** Shows a view and writes it to the page's URL. */
  go(view: View, step: 'push' | 'replace'): void {
    if (this.around.hasUrl()) {
      const url = viewUrl(view, location.href);
      if (url.href !== location.href) history[`${step}State`](history.state, '', url);
    }
    this.show(view);
  }

  /** While an item covers the results, they are not loaded. */
  private show(view: View): void {
    const before = this.view;
    this.view = view;
    const { results, failure } = this;
    const isThere = results?.key === resultsKey(view) && results.pages >= view.pages && !failure;
    if (isThere) {
      this.loader?.stop();
      this.isLoading = false;
    } else if (view.item === null) void this.load();
    this.host.requestUpdate();
    this.around.onView(view, before);
  }

  readonly load = async (): Promise<void> => {
    clearTimeout(this.retryTimer);
    const api = this.around.api();
    if (this.loader?.api !== api) this.loader = createResultLoader(api, this.around.lang);
    this.isLoading = true;
    this.host.requestUpdate();
    try {
      const results = await this.loader.load(this.view, this.around.facets(), this.results);
      if (!results) return;
      this.results = results;
      this.failure = undefined;
      this.around.onResults(results);
    } catch (error) {
      this.failure = error instanceof ApiError ? error : new ApiError('server');
      if (this.failure.kind === 'limited')
        this.retryTimer = setTimeout(() => void this.load(), this.failure.retryAfterSecs * 1_000);
    }
    this.isLoading = false;
    this.host.requestUpdate();
  };

  private readonly onPopState = (): void => {
    if (this.around.hasUrl()) this.show(readView(new URLSearchParams(location.search)));
  };

  private readonly onOnline = (): void => {
    if (this.failure?.kind === 'offline') void this.load();
  };
}
