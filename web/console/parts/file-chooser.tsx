/** A button that lets people choose files, the same ones again too. */
import { Button, FileButton } from '@mantine/core';
import { useRef, type InputHTMLAttributes } from 'react';

export const FileChooser = ({
  label,
  choose,
  accept,
  multiple = true,
  variant = 'default',
  disabled = false,
  loading = false,
  inputProps,
}: {
  label: string;
  choose: (files: File[]) => void;
  accept?: string;
  multiple?: boolean;
  variant?: 'filled' | 'default';
  disabled?: boolean;
  loading?: boolean;
  inputProps?: InputHTMLAttributes<HTMLInputElement>;
}) => {
  const reset = useRef<() => void>(null);
  const take = (files: File[]): void => {
    choose(files);
    // Else the same files could not be chosen again.
    reset.current?.();
  };
  return (
    <FileButton
      multiple={multiple}
      accept={accept}
      disabled={disabled}
      resetRef={reset}
      onChange={(chosen: File | File[] | null) => take(chosen === null ? [] : [chosen].flat())}
      inputProps={{ 'aria-label': label, disabled, ...inputProps }}
    >
      {(props) => (
        <Button {...props} variant={variant} disabled={disabled} loading={loading}>
          {label}
        </Button>
      )}
    </FileButton>
  );
};
