/** Normalises words of the Bible across old and modern translations: "giveth" and "gives", "thy" and "your". */

/** Modern forms of archaic words, and of others in which translations differ. */
const MODERN = new Map(
  (
    'thou:you thee:you ye:you yourselves:you thyself:you yourself:you thy:your thine:your mine:my hath:has doth:does dost:do hast:have ' +
    'art:are wast:was wert:were shalt:shall wilt:will wouldest:would shouldest:should canst:can couldest:could mayest:may mightest:might ' +
    'saith:say says:say said:say sayest:say saying:say spake:speak spoke:speak spoken:speak unto:to upon:on into:in toward:to towards:to ' +
    'whosoever:whoever whatsoever:whatever wheresoever:wherever wherefore:therefore thereof:it lo:behold yea:yes nay:no ' +
    'jehovah:lord gone:go went:go goeth:go came:come cometh:come children:child men:man women:woman loveth:love known:know knew:know ' +
    'gave:give given:give took:take taken:take seen:see saw:see made:make brought:bring thought:think sought:seek found:find ' +
    'bare:bear bore:bear borne:bear born:bear slew:slay slain:slay eaten:eat ate:eat fell:fall fallen:fall stood:stand sent:send ' +
    'drawn:draw drew:draw written:write wrote:write chose:choose chosen:choose forgave:forgive forgiven:forgive kept:keep held:hold ' +
    'burthen:burden honour:honor labour:labor saviour:savior favour:favor heart:heart every:every everyone:every spirit:spirit ghost:spirit'
  )
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]),
);
const ENDINGS = /(?:eth|est|edst|ings?|ed|es|s)$/;
const SHORT = 3;

/**
 * @param word lower-case letters
 * @returns its truncated stem, useful only for comparison
 */
export function plainWord(word: string): string {
  const modern = MODERN.get(word) ?? word;
  if (modern.length <= SHORT) return modern;
  const cut = modern.replace(ENDINGS, '');
  const stem = cut.length >= SHORT && /[aeiouy]/.test(cut) ? cut : modern;
  return stem.length > SHORT ? stem.replace(/(?:e|([bdgmnprt])\1)$/, '$1').replace(/i$/, 'y') : stem;
}
