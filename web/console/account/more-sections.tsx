/** Settings that an account rarely changes: security, privacy, and what processing does by itself. */
import { Checkbox, Select, Textarea } from '@mantine/core';
import { settings as texts } from '../../../strings/console/settings/en.js';
import type { Schemas } from '../api/account.js';
import { FormSection } from '../parts/form/form-section.js';
import { optionsOf } from '../parts/form/options.js';
import { linesOf, textOfLines } from '../parts/lines.js';
import { useSettingsForm } from './use-settings-form.js';

type Settings = Schemas['Account']['settings'];
interface Props {
  account: Schemas['Account'];
}
const labels = texts.account;

export const SecuritySection = ({ account: { settings } }: Props) => {
  const { requireSecondFactor, respectDoNotTrack, staffNetworks } = settings;
  const form = useSettingsForm(
    { requireSecondFactor, respectDoNotTrack, staffNetworks: textOfLines(staffNetworks) },
    ({ staffNetworks: lines, ...changed }) => ({
      ...changed,
      ...(lines !== undefined && { staffNetworks: linesOf(lines) }),
    }),
  );
  return (
    <FormSection title={labels.people} form={form} readOnly={false}>
      <Select
        label={labels.requireSecondFactor}
        allowDeselect={false}
        data={optionsOf(labels.secondFactor)}
        value={form.values.requireSecondFactor}
        error={form.errorOf('requireSecondFactor')}
        onChange={(value) => form.set({ requireSecondFactor: value as Settings['requireSecondFactor'] })}
      />
      <Checkbox
        label={labels.respectDoNotTrack}
        checked={form.values.respectDoNotTrack}
        onChange={({ currentTarget: { checked } }) => form.set({ respectDoNotTrack: checked })}
      />
      <Textarea
        label={labels.staffNetworks}
        description={labels.staffNetworksHint}
        autosize
        minRows={2}
        {...form.text('staffNetworks')}
      />
    </FormSection>
  );
};

export const ProcessingSection = ({ account: { settings } }: Props) => {
  const { autoAcceptScriptures, autoAcceptMediaChapters, defaultTranslation, versification, vocabulary } =
    settings;
  const form = useSettingsForm(
    {
      autoAcceptScriptures,
      autoAcceptMediaChapters,
      defaultTranslation,
      versification,
      vocabulary: textOfLines(vocabulary),
    },
    ({ vocabulary: lines, ...changed }) => ({
      ...changed,
      ...(lines !== undefined && { vocabulary: linesOf(lines) }),
    }),
  );
  return (
    <FormSection title={labels.processing} form={form} readOnly={false}>
      <Checkbox
        label={labels.autoAcceptScriptures}
        checked={form.values.autoAcceptScriptures}
        onChange={({ currentTarget: { checked } }) => form.set({ autoAcceptScriptures: checked })}
      />
      <Checkbox
        label={labels.autoAcceptMediaChapters}
        checked={form.values.autoAcceptMediaChapters}
        onChange={({ currentTarget: { checked } }) => form.set({ autoAcceptMediaChapters: checked })}
      />
      <Select
        label={labels.defaultTranslation}
        allowDeselect={false}
        data={optionsOf(labels.translations)}
        value={form.values.defaultTranslation}
        onChange={(value) => form.set({ defaultTranslation: value as Settings['defaultTranslation'] })}
      />
      <Select
        label={labels.versification}
        description={labels.versificationHint}
        placeholder={labels.asLanguage}
        clearable
        data={optionsOf(labels.versifications)}
        value={form.values.versification}
        onChange={(value) => form.set({ versification: value as Settings['versification'] })}
      />
      <Textarea
        label={labels.vocabulary}
        description={labels.vocabularyHint}
        autosize
        minRows={3}
        maxRows={12}
        {...form.text('vocabulary')}
      />
    </FormSection>
  );
};
