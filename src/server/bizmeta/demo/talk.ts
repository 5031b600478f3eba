import type { DemoSeed, TenantTx } from '../../kernel/index.ts';
import { People } from '../access/people.ts';
import { createComment } from '../activity/comments.ts';
import { recordOf } from '../activity/read-context.ts';
import { Catalog } from '../meta/catalog.ts';
import { services } from '../service-ports.ts';
import { editRecords } from '../records/edit.ts';
import { Random } from './random.ts';
import { SEED } from './seed.ts';
import { DEMO_OBJECT_NAMES, FITS, STORIES, type StoryComment, type Story } from './stories.ts';

/**
 * Number of records of each object with a history and comments: the newest, which a list shows
 * first.
 */
const EACH = 6;
/** Newest records searched for them. */
const LOOKED = 60;

interface Parts {
  tx: TenantTx;
  catalog: Catalog;
  seed: DemoSeed;
  r: Random;
}

/** Gives some of the demo's records a history and comments, through the calls a user would make. */
export async function seedTalk(seed: DemoSeed): Promise<void> {
  seed.progress('写入示例的修改历史与评论');
  const catalog = new Catalog(seed.db);
  await seed.db.withTenant(seed, async (tx) => {
    const parts = { tx, catalog, seed, r: new Random(SEED) };
    for (const object of DEMO_OBJECT_NAMES) await playStory(parts, object);
  });
}

async function playStory(
  { tx, catalog, seed, r }: Parts,
  object: keyof typeof STORIES,
): Promise<void> {
  const view = await catalog.enterWhole(tx, object);
  const newest = await tx.query<{ id: string }>(
    `SELECT id FROM ${view.table.name} WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC
      LIMIT ${LOOKED}`,
  );
  const fitting: { id: string; version: number }[] = [];
  for (const { id } of newest) {
    const record = await recordOf(tx, view.table, id);
    if (fitting.length < EACH && FITS[object](record))
      fitting.push({ id, version: Number(record['version']) });
  }
  for (const [i, { id, version }] of fitting.entries()) {
    const story: Story = STORIES[object][i % STORIES[object].length]!;
    const sellers = seed.sellers.map((seller) => seller.id);
    const people = sellers.slice(r.int(0, Math.max(0, sellers.length - 3))).slice(0, 3);
    const who = (at: number): string => people[at % people.length] ?? seed.adminId;
    for (const [step, values] of story.changes.entries())
      await editRecords({ tx, view, userId: who(step), services, access: null, notices: 'none' }, [
        { id, version: version + step, ...values },
      ]);
    await postComments({ tx, catalog, seed, r }, object, id, story.talk, who);
  }
}

/** Posts each sentence by its author; an answer follows the first sentence. */
async function postComments(
  { tx, catalog }: Parts,
  object: string,
  recordId: string,
  talk: readonly StoryComment[],
  who: (at: number) => string,
): Promise<void> {
  let first: string | null = null;
  for (const { by, text, answers } of talk) {
    const content = text.replace(/@(\d)/g, (_, at: string) => `@{${who(Number(at))}}`);
    const { id }: { id: string } = await createComment(
      {
        tx,
        catalog,
        people: new People(),
        services,
        userId: who(by),
        isSuper: false,
        access: null,
      },
      { object, recordId, content, ...(answers && first !== null && { parentId: first }) },
      true,
    );
    first ??= id;
  }
}
