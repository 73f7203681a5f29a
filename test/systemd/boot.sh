#!/usr/bin/env bash
# Boots a real systemd in a container made of Debian's packages, with the package installed in it, and runs guest.suite.ts
# there. Needs root, systemd-nspawn and mmdebstrap; leaves nothing behind but the root folder it keeps in SYSTEMD_TEST_CACHE.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
project=$(cd "$here/../.." && pwd)
suite=${SYSTEMD_TEST_SUITE:-bookworm}
cache=${SYSTEMD_TEST_CACHE:-/var/cache/paperless-rag-systemd-test}
node=$project/node_modules/node/bin/node
packages=systemd,systemd-sysv,dbus,libnss-systemd,libstdc++6,curl

for tool in systemd-nspawn mmdebstrap; do
  command -v $tool >/dev/null || { echo "$tool is missing: apt-get install systemd-container mmdebstrap" >&2; exit 69; }
done

base=$cache/$suite-$(printf %s "$packages" | sha256sum | cut -c1-12)
if [ ! -e "$base/etc/debian_version" ]; then
  mkdir -p "$cache"
  rm -rf "$base.part"
  mmdebstrap --quiet --variant=essential --include="$packages" --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' "$suite" "$base.part" </dev/null
  : >"$base.part/etc/machine-id"
  mv "$base.part" "$base"
fi

out=$(mktemp -d)
group=paperless-rag-test-$$
# The group of processes is ended and removed however this script ends.
end_group() {
  unshare --mount --propagation private bash -c '
    mount -t cgroup2 cgroup2 /mnt && cd "/mnt/$0" 2>/dev/null || exit 0
    echo 1 >cgroup.kill
    until grep -q "populated 0" cgroup.events; do :; done
    cd / && find "/mnt/$0" -depth -type d -exec rmdir {} +' "$group" || true
  [ "${code:-1}" -eq 0 ] && rm -rf "$out" || echo "the console and the log of the guest are in $out" >&2
}
trap end_group EXIT

export base out group here project node
# systemd wants cgroup2 alone, and an overlay keeps the cached root clean: both inside a mount namespace of their own.
timeout --kill-after=20 600 unshare --mount --propagation private bash -euc '
  umount -R /sys/fs/cgroup 2>/dev/null || true
  mount -t cgroup2 cgroup2 /sys/fs/cgroup
  mkdir "/sys/fs/cgroup/$group"
  echo $$ >"/sys/fs/cgroup/$group/cgroup.procs"
  mount -t tmpfs -o mode=755 tmpfs /run
  mkdir -p /run/over/{upper,work,root}
  mount -t overlay overlay -o "lowerdir=$base,upperdir=/run/over/upper,workdir=/run/over/work" /run/over/root
  root=/run/over/root
  "$node" "$here/furnish.ts" "$root"
  for unit in console-getty.service getty.target systemd-logind.service apt-daily.timer apt-daily-upgrade.timer \
    dpkg-db-backup.timer e2scrub_all.timer fstrim.timer; do ln -sf /dev/null "$root/etc/systemd/system/$unit"; done
  exec systemd-nspawn --quiet --register=no --keep-unit --machine="$group" --directory="$root" --boot \
    --private-network --resolv-conf=off --timezone=off --link-journal=no \
    --system-call-filter=bpf --capability=CAP_BPF,CAP_PERFMON,CAP_NET_ADMIN \
    --bind-ro="$node":/usr/local/bin/node --bind-ro="$project":/opt/project --bind="$out":/out \
    --console=read-only systemd.unit=guest.target
' </dev/null >"$out/console" 2>&1 && code=0 || code=$?

cat "$out/log" 2>/dev/null || true
# Exit code 0 alone could mean that nothing ran.
if ! grep -q '^ℹ pass [1-9]' "$out/log" 2>/dev/null; then
  sed 's/\x1b\[[0-9;]*m//g' "$out/console" | tail -40
  [ "$code" -ne 0 ] || code=70
fi
exit "$code"
