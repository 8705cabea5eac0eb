/** Chooses the period, and whether it is compared with the one before. */
import { Group, Select, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { analytics } from '../../../strings/console/analytics/en.js';
import { RANGES, readAnalyticsSearch, USUAL_RANGE, type RangeName } from './analytics-search.js';
import { useAnalyticsAddress } from './use-analytics-address.js';

const CUSTOM = 'custom';
const OPTIONS = [...RANGES, CUSTOM].map((value) => ({
  value,
  label: analytics.ranges[value as keyof typeof analytics.ranges],
}));

/** The day that it is in a time zone, such as `2026-03-01`. */
export const dayIn = (timeZone: string | undefined): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(new Date());

/** @param today in the account's time zone, such as `2026-03-01` */
export const Period = ({ today }: { today: string }) => {
  const { search, change } = useAnalyticsAddress();
  const { range, from, to, compare } = search;
  const isCustom = from !== undefined;
  return (
    <Group align="end" className="screen-only">
      <Select
        label={analytics.range}
        allowDeselect={false}
        data={OPTIONS}
        value={isCustom ? CUSTOM : (range ?? USUAL_RANGE)}
        onChange={(value) =>
          value === CUSTOM
            ? change({ range: undefined, from: today, to: today })
            : change({ range: value as RangeName, from: undefined, to: undefined })
        }
      />
      {isCustom && <Days key={`${from} ${to}`} from={from} to={to ?? from} />}
      <Switch
        label={analytics.compare}
        mb="0.4rem"
        checked={compare === true}
        onChange={({ currentTarget: { checked } }) => change({ compare: checked ? true : undefined })}
      />
    </Group>
  );
};

/** The address changes once both days are valid: while somebody types, they are not. */
const Days = (given: { from: string; to: string }) => {
  const { change } = useAnalyticsAddress();
  const [days, setDays] = useState(given);
  const isValid = readAnalyticsSearch(days).from !== undefined;
  const apply = (): void => {
    if (isValid && (days.from !== given.from || days.to !== given.to)) change(days);
  };
  return (
    <>
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          label={analytics[name]}
          value={days[name]}
          error={!isValid}
          onChange={({ currentTarget: { value } }) => setDays({ ...days, [name]: value })}
          onBlur={apply}
          onKeyDown={({ key }) => {
            if (key === 'Enter') apply();
          }}
        />
      ))}
    </>
  );
};
