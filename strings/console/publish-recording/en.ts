/** Texts of the screen that takes an upload from recording to published, in English. `{…}` are placeholders. */

export const publishRecording = {
  recording: 'What is heard',
  noRecording: 'There is no recording that can be played yet.',
  found: 'The sermon seems to be from {from} to {to}. Move the handles where that is wrong.',
  notFound: 'If this is a whole service, move the handles around the sermon.',
  start: 'Start of the sermon',
  end: 'End of the sermon',
  listenStart: 'Listen to the start',
  listenEnd: 'Listen to the end',
  notATime: 'Type a time such as 21:05',
  keep: 'Keep only this part: {length} of {whole}',
  keepText: 'The whole recording goes to the trash, from which it can be restored.',
  cutting: 'Cutting …',
  cut: 'Only the sermon is left. The whole recording is in the trash.',
  suggestions: 'Suggestions for this talk',
  allFields: 'All fields of the item',
};
