/** The console's plain page: signing in, and who is signed in. */
import { en } from '../../strings/console/en.js';
import { api, linkToken, messageOf, openIdFailure, unwrap } from './console/api.js';
import { element, problem } from './console/dom.js';
import { redeemView, signInView } from './console/sign-in.js';
import { signedInView } from './console/signed-in.js';

/** Shown once. */
let failure = openIdFailure();
const main = document.querySelector('main');

const show = (...views: Node[]): void => {
  main?.replaceChildren(element('h1', {}, en.title), ...views);
};

/** Shows what the session allows. */
const refresh = async (): Promise<void> => {
  try {
    const state = await unwrap(api.GET('/auth/session'));
    const token = linkToken.get();
    if (token !== null) show(redeemView(token, state, refresh));
    else if (state.session) show(...signedInView({ ...state, session: state.session }, refresh));
    else show(signInView(state.methods, refresh));
    if (failure !== null) main?.querySelector('h1')?.after(problem(failure));
    failure = null;
  } catch (error) {
    show(problem(messageOf(error)));
  }
};

void refresh();
