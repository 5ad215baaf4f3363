import pulumi
import pulumi_vcluster_platform as platform

developers = platform.Team(
    "developers",
    name="web-developers",
    display_name="Web developers",
    users=["mia", "tom"],
    # Members of this group of the single sign-on are in the team, too.
    groups=["idp:web"],
    cluster_roles=[{"name": "loft-management-project-user"}],
)

pulumi.export("name", developers.name)
