/** Runs changes that may need a recent sign-in: the sign-in screens provide how a person confirms who they are. */
import { createContext, useContext } from 'react';

export type Confirmed = <T>(work: () => Promise<T>) => Promise<T>;

export const ConfirmContext = createContext<Confirmed>((work) => work());

/** Runs what may need a recent sign-in. If the person does not confirm, it fails as the server refused it. */
export const useConfirmed = (): Confirmed => useContext(ConfirmContext);
