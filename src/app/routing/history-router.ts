import {
  createPath,
  matchRoutes,
  resolvePath,
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createHashHistory as createHashHistory,
  type Location,
  type Navigator,
  type NavigationType,
  type Params,
  type RouteObject,
  type To,
} from 'react-router-dom';
import { placeTypedAddresses } from './typed-address.ts';

export interface Move {
  readonly currentLocation: Location;
  readonly nextLocation: Location;
  readonly historyAction: `${NavigationType}`;
}
/** A move that was held back, and waits to be made or given up. */
export interface BlockedMove {
  readonly location: Location;
  proceed(): void;
  reset(): void;
}
export interface RouterState {
  readonly location: Location;
  readonly historyAction: `${NavigationType}`;
  /** What the address says, of the innermost route. */
  readonly params: Params;
  readonly blocked: BlockedMove | null;
}
interface MoveOptions {
  replace?: boolean | undefined;
  state?: unknown;
}
type Listener = (state: RouterState) => void;

const isSameAddress = (a: Location, b: Location): boolean =>
  createPath(a).toLowerCase() === createPath(b).toLowerCase();

let keys = 0;
/** A name of a history entry, unique in this tab's history. */
const newKey = (): string => `${Date.now().toString(36)}${(keys += 1)}`;

/**
 * The browser's history and where it is, for react-router's components: its own router of data adds
 * loading and sending, a quarter of a first screen's scripts, which pages do by themselves. One test
 * at a time may hold a move back. A step of the browser that is held back is undone until it may
 * proceed.
 */
export class HistoryRouter {
  state: RouterState;
  readonly navigator: Navigator;
  private readonly history: ReturnType<typeof createBrowserHistory>;
  private readonly listeners = new Set<Listener>();
  private readonly typed = placeTypedAddresses();
  private readonly stop: () => void;
  private shouldBlock: ((move: Move) => boolean) | null = null;
  private proceeding = false;
  /** Called by the next event of the history instead of following it: a step of ours arrived. */
  private arrived: (() => void) | null = null;

  constructor(
    mode: 'history' | 'hash',
    readonly routes: RouteObject[],
  ) {
    this.history = mode === 'hash' ? createHashHistory() : createBrowserHistory();
    const { action, location } = this.history;
    this.state = this.stateAt(location, action);
    this.stop = this.history.listen((step) => this.follow(step));
    const go = (replace: boolean) => (to: To, state?: unknown) =>
      this.navigate(createPath(resolvePath(to, this.state.location.pathname)), { replace, state });
    this.navigator = {
      createHref: (to) => this.history.createHref(to),
      encodeLocation: (to) => this.history.encodeLocation(to),
      go: (by) => this.history.go(by),
      push: go(false),
      replace: go(true),
    };
  }

  /** To an address, or so many steps through the history; to where one is already: nothing happens. */
  readonly navigate = (to: string | number, options: MoveOptions = {}): void => {
    if (typeof to === 'number') {
      this.history.go(to);
      return;
    }
    const location = this.locationOf(to, options.state);
    const adds = options.replace !== true && (options.state ?? null) === null;
    if (adds && isSameAddress(location, this.state.location)) return;
    const historyAction = options.replace ? 'REPLACE' : 'PUSH';
    const move = (): void => {
      if (options.replace) this.history.replace(location, location.state);
      else this.history.push(location, location.state);
      this.complete(location, historyAction);
    };
    if (this.isHeld(location, historyAction)) this.hold(location, () => this.navigate(to, options));
    else move();
  };

  readonly subscribe = (listener: Listener): (() => void) => {
    this.listeners.add(listener);
    return () => {
      this.listeners.delete(listener);
    };
  };

  /** Sets the test of moves; returns a function that takes it away. */
  block(shouldBlock: (move: Move) => boolean): () => void {
    this.shouldBlock = shouldBlock;
    return () => {
      if (this.shouldBlock === shouldBlock) this.shouldBlock = null;
    };
  }

  dispose(): void {
    this.typed.stop();
    this.stop();
    this.listeners.clear();
  }

  private locationOf(to: string, state: unknown): Location {
    const path = resolvePath(to, this.state.location.pathname);
    return {
      ...path,
      ...this.history.encodeLocation(path),
      state: state ?? null,
      key: newKey(),
    } as Location;
  }

  private stateAt(location: Location, action: RouterState['historyAction']): RouterState {
    const params = matchRoutes(this.routes, location)?.at(-1)?.params ?? {};
    return { location, historyAction: action, params, blocked: null };
  }

  private follow(step: { action: NavigationType; location: Location; delta: number | null }): void {
    const { action, location, delta } = step;
    const { arrived } = this;
    this.arrived = null;
    if (arrived) arrived();
    // The way back to an entry the router did not make is not known.
    else if (delta !== null && this.isHeld(location, action)) {
      const returned = new Promise<void>((done) => (this.arrived = done));
      this.history.go(-delta);
      this.hold(location, () => void returned.then(() => this.history.go(delta)));
    } else this.complete(location, action);
  }

  private isHeld(nextLocation: Location, historyAction: Move['historyAction']): boolean {
    const currentLocation = this.state.location;
    return (
      !this.proceeding &&
      this.shouldBlock?.({ currentLocation, nextLocation, historyAction }) === true
    );
  }

  private hold(location: Location, again: () => void): void {
    const end = (proceeding: boolean): void => {
      this.proceeding = proceeding;
      this.set({ ...this.state, blocked: null });
    };
    const proceed = (): void => {
      end(true);
      again();
    };
    this.set({ ...this.state, blocked: { location, proceed, reset: () => end(false) } });
  }

  private complete(location: Location, action: RouterState['historyAction']): void {
    this.proceeding = false;
    this.set(this.stateAt(location, action));
  }

  private set(state: RouterState): void {
    this.state = state;
    this.typed.note();
    for (const listener of [...this.listeners]) listener(state);
  }
}
