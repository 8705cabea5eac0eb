/** What is asked for within one turn of the event loop, as one request. */
import { setImmediate } from 'node:timers/promises';

/** Of one request. */
const MAX_ASKED = 64;

/** @param send answers in the order of what is asked */
export function inOneRequest<Asked, Answer>(
  send: (asked: Asked[]) => Promise<Answer[]>,
): (asked: Asked) => Promise<Answer> {
  let waiting: { asked: Asked[]; answers: Promise<Answer[]> } | null = null;

  const begin = () => {
    const asked: Asked[] = [];
    const answers = setImmediate().then(() => {
      if (waiting?.asked === asked) waiting = null;
      return send(asked);
    });
    return { asked, answers };
  };

  return async (one) => {
    if (!waiting || waiting.asked.length === MAX_ASKED) waiting = begin();
    const { asked, answers } = waiting;
    const at = asked.push(one) - 1;
    return (await answers)[at]!;
  };
}
