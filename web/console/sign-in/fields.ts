/** The fields of the forms about signing in. */
import { en } from '../../../strings/console/en.js';
import type { Field } from '../parts/action-form.js';

export const emailField: Field = { name: 'email', label: en.email, type: 'email', autoComplete: 'username' };
export const passwordField: Field = {
  name: 'password',
  label: en.password,
  type: 'password',
  autoComplete: 'current-password',
};
export const currentPasswordField: Field = { ...passwordField, label: en.currentPassword };
export const newPasswordField: Field = {
  name: 'password',
  label: en.newPassword,
  type: 'password',
  autoComplete: 'new-password',
};
/** Also takes a recovery code. */
export const codeField: Field = { name: 'code', label: en.code, type: 'text', autoComplete: 'one-time-code' };
export const appCodeField: Field = { ...codeField, label: en.appCode };
export const firstCodeField: Field = { ...codeField, label: en.firstCode };
