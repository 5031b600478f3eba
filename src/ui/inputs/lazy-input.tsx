import { useEffect, useState } from 'react';
import type { ComponentType } from 'react';
import type { InputProps } from '../fields/input-props.ts';

export type Input = ComponentType<InputProps> & {
  /** Fetches the input's chunk ahead of its first use. */
  preload?(): Promise<unknown>;
};

/**
 * An input in a chunk of its own. Not React.lazy: Suspense holds content back for up to 300 ms and
 * would redraw a whole form; here each field fills its own place, and is drawn at once when the
 * chunk is already there.
 */
export function lazyInput(load: () => Promise<ComponentType<InputProps>>, height = 32): Input {
  let loaded: ComponentType<InputProps> | null = null;
  let pending: Promise<unknown> | null = null;
  const preload = () =>
    (pending ??= load().then(
      (component) => {
        loaded = component;
      },
      (failure: unknown) => {
        pending = null;
        throw failure;
      },
    ));
  function LazyInput(props: InputProps) {
    const [, redraw] = useState(0);
    useEffect(() => {
      if (loaded) return undefined;
      let gone = false;
      // A failed load is thrown while rendering, so that the node's error card offers to try again.
      preload().then(
        () => {
          if (!gone) redraw(1);
        },
        (failure: unknown) => {
          if (!gone)
            redraw(() => {
              throw failure;
            });
        },
      );
      return () => {
        gone = true;
      };
    }, []);
    return loaded ? (
      <LoadedInput component={loaded} props={props} />
    ) : (
      <span className="hz-skeleton" style={{ height }} aria-busy />
    );
  }
  return Object.assign(LazyInput, { preload });
}
const LoadedInput = ({
  component: Component,
  props,
}: {
  component: ComponentType<InputProps>;
  props: InputProps;
}) => <Component {...props} />;
