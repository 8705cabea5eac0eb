/** Recognises phrases that begin something new, and sentences that depend on the previous one. */
import { foldedWords } from '../text/fold.js';

/** Number of words at the start of a sentence that are examined. */
const OPENING_WORDS = 12;

const ORDINALS = 'first second third fourth fifth sixth seventh next last final other'.split(' ');
const ENUMERATED =
  /^(?:and |but |now |so |then |well |okay |ok |here |is |in the )*(?:first(?:ly)?|secondly|thirdly|fourthly|fifthly|sixthly|lastly|finally|i{1,3}|iv|vi{0,3}|\d{1,2}|number (?:one|two|three|four|five|six|\d))(?: of all)?(?: and)? (?:then |the |we |let |i |you |there |it |this |in |to |comes |point|is |a |notice|consider|and )/;
const POINT = new RegExp(
  `\\b(?:my|the|our|a|this|one) (?:${ORDINALS.join('|')}|main) (?:\\w+ )?(?:point|thing|head|heading|part|question|reason|lesson|truth|place|principle|step|topic|observation|remark|thought|mark|matter)\\b`,
);
const CLOSING =
  /\b(?:let me close|as (?:i|we) close|in closing|in conclusion|to conclude|i conclude|i close with|let us close|let me finish|i (?:want|would like) to (?:close|end|finish)|to sum up|to wrap up|wrap (?:this|it|things) up|before (?:we|i) (?:go|close|finish|end)|one last thing|i have done when)\b/;
const TURNING =
  /^(?:and |but |so |okay |ok |alright |all right |well )*(?:now (?:let us|let s|lets|we come|we turn|i come|i turn|turn)|let us now|let me now|let s talk|let s (?:move|turn|look|shift|go|switch)|lets (?:talk|move|turn|look)|let us (?:turn|pass|proceed|come|look|consider|notice|observe|inquire)|moving on|turning to|i want to (?:talk|turn|move)|we (?:come|turn|pass|proceed) (?:now |next )?to|i (?:come|turn|pass|proceed) (?:now |next )?to|our next|my next|the next|next up|speaking of|another (?:thing|question|point|reason|topic)|what about|how about we|switching gears|shifting gears)\b/;

/** How strongly the sentence signals that something new begins, 0 to 1. */
export function cueStrength(text: string): number {
  const opening = foldedWords(text.slice(0, 160))
    .slice(0, OPENING_WORDS)
    .map(({ folded }) => folded)
    .join(' ');
  if (ENUMERATED.test(opening) || CLOSING.test(opening)) return 1;
  if (POINT.test(opening)) return 0.9;
  return TURNING.test(opening) ? 0.7 : 0;
}

const LEANING =
  /^(?:["“'‘(]\s*)?(?:and|but|so|or|nor|yet|for|then|thus|therefore|hence|because|which|who|whom|whose|that|this|these|those|he|she|it|they|him|her|them|his|hers|its|their|theirs|such|also|again|however|moreover|yes|no|yeah|okay|ok|well|oh|ah|um|uh|like|right|too|else|otherwise|indeed|likewise|here|there|the (?:former|latter|same|other))\b/iu;

/** Whether the sentence begins with a reference to the previous one: "And so", "He", "This". */
export const dependsOnPrevious = (text: string): boolean => LEANING.test(text) || /^\P{L}*\p{Ll}/u.test(text);
