/** The events that the public host accepts. */
import type { paths } from '../../../client/public-api.js';

type Body = NonNullable<paths['/events']['post']['requestBody']>['content']['application/json'];
export type SiteEvent = Body['events'][number];
/** An event as the components create it. The queue adds its id and time. */
export type NewSiteEvent = WithoutIdAndTime<SiteEvent>;
type WithoutIdAndTime<E> = E extends SiteEvent ? Omit<E, 'eventId' | 'occurredAt'> : never;
