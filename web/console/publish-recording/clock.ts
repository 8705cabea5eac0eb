/** @returns the seconds of `21:05` or `1:21:05`; null for what is no time */
export const secondsOf = (text: string): number | null => {
  const parts = /^(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)$/.exec(text.trim());
  if (!parts) return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = parts;
  return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
};
