import { Hono } from 'hono';
import { hasRight, mayView } from './access.ts';
import { crash, type Env, type FakeContext, FORBIDDEN, json, plain } from './answer.ts';
import { listVisible } from './documents.ts';
import { contentOf, type FakeUser } from './objects.ts';
import { paginate } from './paginate.ts';
import { toServerTime } from './time.ts';

const SETTINGS = {
  update_checking: { backend_setting: false },
  trash_delay: 30,
  version: '3.0.5',
  app_title: null,
  app_logo: null,
  auditlog_enabled: true,
  email_enabled: false,
  ai_enabled: false,
};

const PASSWORD = '*'.repeat(89);

/** Status, statistics, the asking user, users, groups and workflows. */
export function createSystem(): Hono<Env> {
  const app = new Hono<Env>();

  // Says OK also when the index has lost everything; only an unreadable one shows.
  app.get('/api/status/', (context) => {
    const { index } = context.get('fake').library;
    if (!context.get('user').is_superuser) return plain(context, 'Insufficient permissions', 403);
    if (index.state === 'panicking') return crash();
    return json(context, toStatus(context));
  });

  app.get('/api/statistics/', (context) => json(context, toStatistics(context)));

  app.get('/api/documents/next_asn/', (context) => {
    const numbers = context
      .get('fake')
      .library.list()
      .map((document) => document.archive_serial_number ?? 0);
    return json(context, Math.max(0, ...numbers) + 1);
  });

  app.get('/api/profile/', (context) => {
    const { email, first_name, token } = context.get('user');
    return json(context, {
      email,
      password: PASSWORD,
      first_name,
      last_name: '',
      auth_token: token,
      social_accounts: [],
      has_usable_password: true,
      is_mfa_enabled: false,
    });
  });

  app.get('/api/ui_settings/', (context) => {
    const user = context.get('user');
    if (!hasRight(context.get('fake').library, user, 'view_uisettings')) return json(context, FORBIDDEN, 403);
    const { id, username, is_superuser, groups, first_name } = user;
    return json(context, {
      user: {
        id,
        username,
        is_staff: is_superuser,
        is_superuser,
        groups,
        ...(first_name === '' ? {} : { first_name }),
      },
      settings: SETTINGS,
      permissions: user.permissions,
    });
  });

  app.get('/api/users/', (context) => {
    const { library } = context.get('fake');
    if (!hasRight(library, context.get('user'), 'view_user')) return json(context, FORBIDDEN, 403);
    const wanted = context.req.query('username__iexact')?.toLowerCase();
    const users = [...library.users.values()].filter((user) => !wanted || user.username.toLowerCase() === wanted);
    return paginate(context, users, (user) => toUserAnswer(context, user));
  });

  app.get('/api/groups/', (context) => {
    const { library } = context.get('fake');
    if (!hasRight(library, context.get('user'), 'view_group')) return json(context, FORBIDDEN, 403);
    return paginate(context, [...library.groups.values()], (group) => group);
  });

  app.get('/api/workflows/', (context) => {
    const { library } = context.get('fake');
    if (!hasRight(library, context.get('user'), 'view_workflow')) return json(context, FORBIDDEN, 403);
    const rows = library.workflows.map((workflow, index) => ({ id: index + 1, ...workflow }));
    return paginate(context, rows, (workflow) => workflow);
  });

  return app;
}

function toUserAnswer(context: FakeContext, user: FakeUser): object {
  const { groups } = context.get('fake').library;
  const inherited = user.groups.flatMap((id) => groups.get(id)?.permissions ?? []);
  return {
    id: user.id,
    username: user.username,
    email: user.email,
    password: PASSWORD,
    first_name: user.first_name,
    last_name: '',
    date_joined: toServerTime('2026-11-30T11:17:21.416741Z'),
    is_staff: user.is_superuser,
    is_active: user.is_active,
    is_superuser: user.is_superuser,
    groups: user.groups,
    user_permissions: user.permissions,
    inherited_permissions: (user.is_superuser ? ['view_document'] : inherited).map((right) => `documents.${right}`),
    is_mfa_enabled: false,
  };
}

function toStatistics(context: FakeContext): object {
  const { library } = context.get('fake');
  const documents = listVisible(context);
  const types = Map.groupBy(documents, (document) => document.mime_type);
  return {
    documents_total: documents.length,
    documents_inbox: null,
    inbox_tag: null,
    inbox_tags: null,
    document_file_type_counts: [...types].map(([mime_type, rows]) => ({ mime_type, mime_type_count: rows.length })),
    character_count: documents.reduce((sum, document) => sum + [...contentOf(document)].length, 0),
    tag_count: [...library.names.tags.values()].filter((tag) => mayView(context.get('user'), tag)).length,
    correspondent_count: library.names.correspondents.size,
    document_type_count: library.names.document_types.size,
    storage_path_count: library.names.storage_paths.size,
    current_asn: Math.max(0, ...library.list().map((document) => document.archive_serial_number ?? 0)),
  };
}

function toStatus(context: FakeContext): object {
  const { library } = context.get('fake');
  const isBroken = library.index.state !== 'ok';
  return {
    pngx_version: '3.0.5',
    server_os: 'Linux-6.1.0-x86_64-with-glibc2.36',
    install_type: 'bare-metal',
    storage: { total: 270_553_174_016, available: 78_695_464_960 },
    database: {
      type: 'sqlite',
      url: '/srv/paperless/data/db.sqlite3',
      status: 'OK',
      error: null,
      migration_status: { latest_migration: 'paperless_mail.0001_squashed', unapplied_migrations: [] },
    },
    tasks: {
      redis_url: 'redis://127.0.0.1:6390',
      redis_status: 'OK',
      redis_error: null,
      celery_status: library.isWorkerRunning ? 'OK' : 'WARNING',
      celery_url: library.isWorkerRunning ? 'celery@vm' : null,
      celery_error: library.isWorkerRunning ? null : 'No celery workers detected. This may be temporary.',
      index_status: isBroken ? 'ERROR' : 'OK',
      index_last_modified: isBroken ? null : toServerTime(library.clock.now()),
      index_error: isBroken ? 'Error opening index, check logs for more detail.' : null,
      classifier_status: 'WARNING',
      classifier_last_trained: null,
      classifier_error: 'No classifier training tasks found',
      sanity_check_status: 'WARNING',
      sanity_check_last_run: null,
      sanity_check_error: 'No sanity check tasks found',
      llmindex_status: 'DISABLED',
      llmindex_last_modified: null,
      llmindex_error: null,
      summary: { days: 30, total_count: 44, pending_count: 0, success_count: 44, failure_count: 0 },
    },
  };
}
