import { computedStruct, makeObservable, observableRef, computed, runInAction } from 'mobx';
import { createActor, type ActorRefFrom, type SnapshotFrom } from 'xstate';
import type { Person } from '../../runtime/ports/index.ts';
import type { SessionInput, SessionMachine } from '../../../machines/index.ts';
import type { Identity } from '../api/index.ts';

type Snapshot = SnapshotFrom<SessionMachine>;

/** The session machine as MobX sees it: reading in a view subscribes to what was read. */
export class SessionStore {
  readonly actor: ActorRefFrom<SessionMachine>;
  snapshot: Snapshot;

  constructor(machine: SessionMachine, input: SessionInput) {
    this.actor = createActor(machine, { input });
    this.snapshot = this.actor.getSnapshot();
    makeObservable(this, {
      snapshot: observableRef,
      state: computed,
      identity: computedStruct,
      isLocked: computed,
      person: computedStruct,
    });
    this.actor.subscribe((snapshot) =>
      runInAction(() => {
        this.snapshot = snapshot;
      }),
    );
  }

  start(): void {
    this.actor.start();
  }
  stop(): void {
    this.actor.stop();
  }

  get state(): Snapshot['value'] {
    return this.snapshot.value;
  }

  /**
   * The identity for calls; read from the machine itself, as its effects call before views are
   * updated.
   */
  currentIdentity(): Identity | null {
    const { stored } = this.actor.getSnapshot().context;
    if (!stored?.token) return null;
    const { token, userid, tenant, region } = stored;
    return { token, userid, tenant, region };
  }
  /** The session ended, and the page waits for its member. Observable. */
  get isLocked(): boolean {
    return this.snapshot.context.stored?.token === '';
  }
  get identity(): Identity | null {
    return this.snapshot.context.stored && this.currentIdentity();
  }

  get person(): Person | null {
    const { profile } = this.snapshot.context;
    if (!profile) return null;
    const { user, isBuilder, functions, org, viewedBy } = profile;
    const isSuper = user.isSuper === 1;
    return {
      id: user.id,
      realName: user.realName,
      headImgUrl: user.headImgUrl,
      isSuper,
      isBuilder: isSuper || isBuilder === 1,
      functions,
      tenantName: org.name,
      viewedBy: viewedBy?.realName ?? '',
    };
  }
}
