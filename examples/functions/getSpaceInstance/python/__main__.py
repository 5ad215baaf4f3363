import pulumi
import pulumi_vcluster_platform as platform

ci = platform.get_space_instance_output(project="payments", name="ci")

pulumi.export("phase", ci.phase)
