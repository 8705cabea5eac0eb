/** A time of a recording, as `21:05` or `1:21:05`. */
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { publishRecording } from '../../../strings/console/publish-recording/en.js';
import { clockOf } from '../parts/dates.js';
import { secondsOf } from './clock.js';

interface Props {
  label: string;
  secs: number;
  change(secs: number): void;
}

export const ClockField = ({ label, secs, change }: Props) => {
  /** What is typed; null where the time is that of the recording. */
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && secondsOf(typed) === null;
  return (
    <TextInput
      label={label}
      w="10rem"
      value={typed ?? clockOf(secs * 1_000)}
      error={isWrong && publishRecording.notATime}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        const time = secondsOf(value);
        if (time !== null) change(time);
      }}
      onBlur={() => {
        if (!isWrong) setTyped(null);
      }}
    />
  );
};
