# The lock file holds no registry addresses, and importNpmLock needs one for every package: they are filled in here. What
# is fetched is pinned by the `integrity` that stands in the lock.
let
  registry = "https://registry.yarnpkg.com"; # an alias of npm's
  nameOf = path: builtins.elemAt (builtins.match "(.*/)?node_modules/((@[^/]+/)?[^/]+)" path) 1;
  addressOf =
    path: version:
    let
      name = nameOf path;
    in
    "${registry}/${name}/-/${baseNameOf name}-${version}.tgz";
  fill =
    path: entry:
    if path == "" || entry.link or false || entry.inBundle or false || entry ? resolved then
      entry
    else
      entry // { resolved = addressOf path entry.version; };
  lock = builtins.fromJSON (builtins.readFile ../package-lock.json);
in
lock // { packages = builtins.mapAttrs fill lock.packages; }
