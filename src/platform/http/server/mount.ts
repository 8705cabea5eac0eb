/** Serves endpoints: what happens to a request is listed in `serve`. */
import type { IncomingMessage } from 'node:http';
import type { Context, Middleware } from 'koa';
import { forbidden, methodNotAllowed } from '../../lib/errors.js';
import { authenticate, type Authenticated, type Identity } from '../callers/authenticate.js';
import { limitKey } from '../callers/client-address.js';
import { authenticatePerson, personRequest, type PersonRequest } from '../callers/authenticate-person.js';
import type { ConsoleHost } from './console-host.js';
import type { Clock } from '../../lib/clock.js';
import type { LinksOf } from '../../lib/links.js';
import { acceptsIfMatch } from '../endpoint/conditional-requests.js';
import type { Endpoint, Input } from '../endpoint/endpoint.js';
import { keyedCall, keyOf, type Idempotency } from '../endpoint/idempotency.js';
import { passedVisitor } from '../callers/authenticate.js';
import { isCounted, passesVisitor, type RateLimit, type RateLimitName } from '../callers/rate-limit.js';
import type { RenderedResponses } from './rendered-responses.js';
import type { AuthenticationLimit, TokenLimits } from '../callers/token-limits.js';
import { readBody, readParams, readQueryParameters } from '../endpoint/read-request.js';
import type { PassedVisitor } from '../callers/request-info.js';
import { JSON_TYPE, renderedBy, respond, type AnyInput } from './respond.js';
import type { Routes } from './routes.js';
import type { Tenant } from '../callers/tenant.js';
import type { WriteLimits } from '../callers/write-limits.js';

export interface MountOptions {
  /** Before the endpoints' paths, e.g. `/v2`; on the console's host `/a/{shortName}/v2`. */
  prefix: string;
  identity: Identity;
  idempotency: Idempotency;
  linksOf: LinksOf;
  /** The country of the client, as a trusted proxy names it. */
  countryOf(message: IncomingMessage): string | undefined;
  /** Time for a JSON body to arrive. */
  bodyTimeoutMs: number;
  clock: Clock;
  limits?: Partial<Record<RateLimitName, RateLimit>>;
  rendered?: RenderedResponses;
  /** Names of query parameters that are dropped. */
  ignoredParameters?: RegExp;
  authenticationLimit?: AuthenticationLimit;
  tokenLimits?: TokenLimits;
  audit?: Audit;
  /** Set on the private host and the console's host. */
  writeLimits?: WriteLimits;
  /** Set on the console's host. */
  console?: ConsoleHost;
}

/** Logs changes that succeeded. */
export interface Audit {
  covers(endpoint: Endpoint): boolean;
  record(endpoint: Endpoint, input: AnyInput, params: Record<string, string>, result: unknown): Promise<void>;
}

/** Middleware that serves the endpoints of `routes`; other methods of a known path get 405. */
export const mount =
  (routes: Routes, options: MountOptions): Middleware =>
  (ctx, next) => {
    const { path, method } = ctx;
    const route = routes.find(method, path);
    if (route) return serve({ ...route, options, ctx });
    const { methods, endpoints } = routes.at(path);
    if (methods.length === 0) return next() as Promise<void>;
    const refusal = endpoints.find(({ otherMethods }) => otherMethods)?.otherMethods;
    throw refusal ? forbidden(refusal) : methodNotAllowed(methods);
  };

/** A request that has arrived at its endpoint. */
interface RequestState {
  endpoint: Endpoint;
  options: MountOptions;
  ctx: Context;
  /** As the path has them. */
  params: Record<string, string>;
  /** The account in the path, on the console's host. */
  shortName?: string | undefined;
}

type ReadInput = Input<unknown, unknown, unknown, Tenant | undefined>;

/** What happens to a request, step by step. A step throws to refuse it. */
const serve = async (state: RequestState): Promise<void> => {
  nameForLog(state);
  const visit = await identifyPerson(state);
  const caller = await authenticateCaller(state, visit);
  await limitCaller(state, caller);
  const visitor = await identifyVisitor(state, caller);
  const anonymous = isAnonymous(caller, visit);
  await limitClient(state, visitor, anonymous);
  forbidCaching(state);
  const input = readParameters(state, caller, visitor, visit);
  await inTurnToUpload(state, input, async () => {
    await readRequestBody(state, input, anonymous);
    await limitContent(state, input);
    if (await sendRendered(state, input)) return;
    await inTurnToWrite(state, input, () => respondOnce(state, input));
  });
};

const nameForLog = ({ endpoint, options, ctx }: RequestState): void => {
  ctx.state.isPage = endpoint.isPage;
  ctx.state.route = (endpoint.atRoot ? '' : options.prefix) + endpoint.path;
};

const identifyPerson = async ({ options, ctx }: RequestState): Promise<PersonRequest | undefined> =>
  options.console && personRequest(options.console, ctx);

/** On the console's host only people are callers, elsewhere only tokens. */
const authenticateCaller = async (
  state: RequestState,
  visit: PersonRequest | undefined,
): Promise<Authenticated> => {
  const { endpoint, options, ctx, params } = state;
  const { identity, authenticationLimit } = options;
  const caller = options.console
    ? await authenticatePerson(options.console, visit?.session, state)
    : await authenticate(identity, ctx, endpoint.scope, params, authenticationLimit);
  ctx.state.account = caller.account;
  endWithSession(state, visit, caller);
  return caller;
};

const endWithSession = (
  { options, ctx }: RequestState,
  visit: PersonRequest | undefined,
  { account, person }: Authenticated,
): void => {
  if (!visit?.session || !account || !person) return;
  const request = { sessionId: visit.session.id, accountId: account.id, role: person.role };
  options.console?.openRequests.add(request, ctx);
};

const limitCaller = async (
  { endpoint, options, ctx }: RequestState,
  { account, token, person }: Authenticated,
): Promise<void> => {
  if (account && (token ?? person))
    await options.tokenLimits?.count({ accountId: account.id, token, person }, endpoint, ctx);
};

const identifyVisitor = async (
  { endpoint, options, ctx }: RequestState,
  { account }: Authenticated,
): Promise<PassedVisitor | undefined> => {
  const { identity, authenticationLimit: limit, tokenLimits } = options;
  if (!account || !passesVisitor(endpoint)) return undefined;
  return passedVisitor(identity, ctx, account, { limit, tokenLimits });
};

/** Whether the address is all that is known of the caller. */
const isAnonymous = ({ token, person }: Authenticated, visit: PersonRequest | undefined): boolean =>
  !(token ?? person ?? visit?.session);

/** On the public host, every request counts; elsewhere, bodies of anonymous callers, before they are read. */
const limitClient = async (
  state: RequestState,
  visitor: PassedVisitor | undefined,
  anonymous: boolean,
): Promise<void> => {
  const { endpoint, options } = state;
  if (!options.writeLimits || (anonymous && endpoint.body))
    await consume(state, visitor, (!endpoint.cached && endpoint.rateLimit) || 'read');
};

const consume = async (
  { options, ctx }: RequestState,
  visitor: PassedVisitor | undefined,
  name: RateLimitName,
  points?: number,
): Promise<void> => options.limits?.[name]?.(visitor?.ip ?? ctx.ip, points);

const forbidCaching = ({ endpoint, ctx }: RequestState): void => {
  if (isCounted(endpoint)) ctx.set('Cache-Control', 'no-store');
};

/** This API's URL as the caller reached it. */
const baseUrlOf = ({ options: { console, prefix }, ctx, shortName = '' }: RequestState): string =>
  console
    ? console.baseUrl + prefix.replace('{shortName}', shortName)
    : `${ctx.protocol}://${ctx.host}${prefix}`;

/** The input without its body, which is read later. */
const readParameters = (
  state: RequestState,
  { account, token, person }: Authenticated,
  visitor: PassedVisitor | undefined,
  visit: PersonRequest | undefined,
): ReadInput => {
  const { endpoint, options, ctx, params } = state;
  const baseUrl = baseUrlOf(state);
  const links = options.linksOf(baseUrl, options.console && 'console');
  const { ip, req: message } = ctx;
  const ifMatch = acceptsIfMatch(endpoint) ? ctx.get('If-Match') || undefined : undefined;
  return {
    account,
    // An open endpoint has no account and calls no service.
    caller: { accountId: account?.id ?? 0, token, person },
    session: visit?.session,
    params: readParams(endpoint, params),
    query: readQueryParameters(endpoint, ctx, links, options.ignoredParameters),
    body: undefined,
    conditions: { ifMatch },
    request: {
      id: ctx.state.requestId as string,
      ip,
      country: options.countryOf(message),
      visitor,
      baseUrl,
      links,
      message,
      cookies: visit?.cookies,
    },
  };
};

const inTurnToUpload = (
  { endpoint, options, ctx }: RequestState,
  { account }: ReadInput,
  rest: () => Promise<void>,
): Promise<void> =>
  account && options.writeLimits ? options.writeLimits.read(account.id, endpoint, ctx, rest) : rest();

const readRequestBody = async (
  { endpoint, options, ctx }: RequestState,
  input: ReadInput,
  anonymous: boolean,
): Promise<void> => {
  const sender = anonymous ? limitKey(ctx.ip) : `account ${input.caller.accountId}`;
  const { body, base } = await readBody(endpoint, ctx, { ...options, sender }, input);
  input.body = body;
  input.conditions = { ...input.conditions, base };
};

const limitContent = async (state: RequestState, { body, request }: ReadInput): Promise<void> => {
  const { bodyLimit } = state.endpoint;
  if (bodyLimit) await consume(state, request.visitor, bodyLimit.name, bodyLimit.pointsOf(body));
};

/** Sends the response of a `cached` endpoint, rendered now or before. */
const sendRendered = async (state: RequestState, input: ReadInput): Promise<boolean> => {
  const { endpoint, ctx } = state;
  const { identity, rendered } = state.options;
  const { account, request, params, query } = input;
  if (!rendered || !endpoint.cached || !account) return false;
  return rendered.send(ctx, {
    accountId: account.id,
    key: JSON.stringify([endpoint.operationId, request.baseUrl, params, query]),
    isExpensive: endpoint.rateLimit === 'render',
    admit: async () => endpoint.rateLimit && consume(state, request.visitor, endpoint.rateLimit),
    // The account is read again: it may have changed before the version was read.
    render: async () =>
      renderedBy(endpoint, { ...input, account: (await identity.accountById(account.id)) ?? account }),
  });
};

const inTurnToWrite = (
  { endpoint, options }: RequestState,
  { account }: ReadInput,
  rest: () => Promise<void>,
): Promise<void> =>
  account && options.writeLimits ? options.writeLimits.handle(account.id, endpoint, rest) : rest();

/** Handles the request and sends the response; with an `Idempotency-Key` that was used before, sends that response again. */
const respondOnce = async (
  { endpoint, options, ctx, params }: RequestState,
  input: ReadInput,
): Promise<void> => {
  const { account } = input;
  const key = keyOf(endpoint, ctx);
  const served = options.audit?.covers(endpoint) ? audited(endpoint, options.audit, params) : endpoint;
  if (key === undefined || !account) return respond(served, ctx, input);
  const keyed = keyedCall(endpoint, ctx, input, key);
  const { response, replayed } = await options.idempotency.once(keyed, async () => {
    await respond(served, ctx, input);
    return { status: ctx.status, body: ctx.body as string };
  });
  if (!replayed) return undefined;
  ctx.status = response.status;
  ctx.type = JSON_TYPE;
  ctx.set('Idempotency-Replayed', 'true');
  ctx.body = response.body;
};

/** The endpoint, logging what it has done before it responds. A call that cannot be logged fails, though it is done. */
const audited = (endpoint: Endpoint, audit: Audit, params: Record<string, string>): Endpoint => ({
  ...endpoint,
  handle: async (input) => {
    const result = await endpoint.handle(input);
    await audit.record(endpoint, input, params, result);
    return result;
  },
});
