/** Wires the events of open pages. */
import { emptyModule, type Module, type ModuleContext } from './module.js';
import type { EventStreams } from './http/server/event-streams.js';
import { deleteGonePresence } from './activity/presence.repository.js';
import { activityRoutes } from './activity/activity.routes.js';
import { createActivityWatch } from './activity/watch-activity.js';

const MINUTE_MS = 60_000;

export interface ActivityModuleOptions {
  streams: EventStreams;
  /** The operations that change content; first called when a page is opened. */
  operations(): readonly string[];
}

export const createActivityModule = (
  context: ModuleContext,
  { streams, operations }: ActivityModuleOptions,
): Module => ({
  ...emptyModule,
  endpoints: {
    private: activityRoutes(createActivityWatch({ ...context, operations }), streams, context.log),
  },
  maintenance: [
    { name: 'presence', everyMs: MINUTE_MS, run: () => deleteGonePresence(context.db, context.clock) },
  ],
});
