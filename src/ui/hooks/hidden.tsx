import { createContext, useContext, type ReactNode } from 'react';

/** True within content that is mounted and not shown: nothing in it can take the focus. */
export const HiddenContext = createContext(false);

/** Content that stays mounted while it is `hidden`, in itself or with what is around it. */
export function Hideable({ hidden, children }: { hidden: boolean; children: ReactNode }) {
  const around = useContext(HiddenContext);
  return <HiddenContext value={around || hidden}>{children}</HiddenContext>;
}
