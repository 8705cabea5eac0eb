/** A section of a screen whose fields are saved together; without the button for those who may only read. */
import { Stack, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { lists } from '../../../../strings/console/lists/en.js';
import { FormBody } from './form-parts.js';
import type { Form } from './use-form.js';

export const FormSection = ({
  title,
  form,
  readOnly,
  intro,
  children,
}: {
  title: string;
  form: Pick<Form<object>, 'failure' | 'isSending' | 'submit' | 'isChanged'>;
  readOnly: boolean;
  /** Between the heading and the fields. */
  intro?: ReactNode;
  children: ReactNode;
}) => {
  const id = useId();
  return (
    <Stack component="section" aria-labelledby={id}>
      <Title order={2} size="h4" id={id}>
        {title}
      </Title>
      {intro}
      {readOnly ? (
        <Stack>{children}</Stack>
      ) : (
        <FormBody form={form} button={lists.save} canSend={form.isChanged}>
          {children}
        </FormBody>
      )}
    </Stack>
  );
};
